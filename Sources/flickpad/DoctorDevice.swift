// SPDX-License-Identifier: MIT

/// The way to the kernel: the uinput module, /dev/uinput and who may open it.
struct DeviceCheck {
  var host: Host

  static let node = "/dev/uinput"
  static let group = "flickpad-uinput"
  /// From linux/uinput.h and linux/major.h: a misc device.
  private static let number = Host.Device(major: 10, minor: 223)
  private static let mode: UInt32 = 0o660
  /// Gives the node what the rules say. There is nothing to trigger until the module is in.
  private static let applyRules =
    "modprobe uinput && udevadm control --reload && udevadm trigger --settle --sysname-match=uinput"

  // MARK: The module

  var module: Doctor.Finding {
    if isLoaded { return .init("module", "uinput is in the kernel") }
    guard isInstalled else {
      return .init(
        "module", "the kernel \(host.kernelRelease) has no uinput",
        .advice(
          "start a kernel that has it (Debian's linux-image-amd64; the cloud kernel has none)"))
    }
    if host.text("/proc/sys/kernel/modules_disabled")?.first == "1" {
      return .init(
        "module", "uinput is not loaded, and this kernel takes no more modules until it restarts",
        .advice("name uinput in a file of /etc/modules-load.d, and restart the machine"))
    }
    if let path = ban {
      return .init(
        "module", "\(path) keeps uinput from being loaded",
        .root(
          #"sed -i -E '/^[[:blank:]]*(blacklist|install)[[:blank:]]+uinput\b/d' "#
            + "\(path) && modprobe uinput"))
    }
    return .init("module", "uinput is not loaded, but opening /dev/uinput loads it")
  }

  private var isLoaded: Bool { host.status("/sys/class/misc/uinput") != nil }

  private var isInstalled: Bool {
    ["modules.dep", "modules.builtin"].contains { name in
      host.text("/lib/modules/\(host.kernelRelease)/\(name)")?.contains("/uinput.ko") == true
    }
  }

  /// The first modprobe.d(5) file that forbids the module.
  private var ban: String? {
    for directory in ["/etc", "/run", "/usr/local/lib", "/usr/lib"].map({ $0 + "/modprobe.d" }) {
      for name in host.names(directory).sorted() where name.hasSuffix(".conf") {
        let lines = (host.text("\(directory)/\(name)") ?? "").split(separator: "\n")
        let isBan = lines.contains { line in
          let words = line.split { $0 == " " || $0 == "\t" }
          return words.count > 1 && words[1] == "uinput"
            && (words[0] == "blacklist" || words[0] == "install")
        }
        if isBan { return "\(directory)/\(name)" }
      }
    }
    return nil
  }

  // MARK: The rule

  var rule: Doctor.Finding {
    let rules = NodeRules(host)
    guard let ours = rules.ours else {
      return .init(
        "rule", "no udev rule gives /dev/uinput to the group \(Self.group)",
        .root(
          "echo '\(NodeRules.rule)' >/etc/udev/rules.d/\(NodeRules.name) && " + Self.applyRules))
    }
    var strays: [(key: String, setting: NodeRules.Setting?)] = []
    if rules.group?.value != Self.group { strays.append(("GROUP", rules.group)) }
    if rules.mode.flatMap({ UInt32($0.value, radix: 8) }) != Self.mode {
      strays.append(("MODE", rules.mode))
    }
    if strays.isEmpty { return .init("rule", "\(ours) decides") }

    let others = strays.filter { $0.setting != nil && $0.setting?.path != ours }
    guard others.count == strays.count,
      let (key, culprit) = others.map({ ($0.key, $0.setting!) })
        .max(by: { NodeRules.isRead($0.1.path, before: $1.1.path) })
    else {
      return .init(
        "rule", "\(ours) hides the rule that came with Flickpad",
        .root("rm -f \(ours) && echo '\(NodeRules.rule)' >\(ours) && " + Self.applyRules))
    }
    let later = "/etc/udev/rules.d/" + NodeRules.name(after: culprit.path)
    let yielding = culprit.isFinal ? "sed -i '/uinput/s/:=/=/g' \(culprit.path) && " : ""
    return .init(
      "rule", "\(culprit.path) overrides \(ours) with \(key)=\"\(culprit.value)\"",
      .root("\(yielding)ln -sf \(ours) \(later) && " + Self.applyRules))
  }

  // MARK: The node

  /// Whether the service's user may open it, and nobody else.
  var nodeForService: Doctor.Finding {
    if let finding = missingNode { return finding }
    let status = host.status(Self.node)!
    let group = host.groupName(status.group) ?? String(status.group)
    let state = "/dev/uinput belongs to the group \(group), mode \(Self.octal(status.mode))"
    if group == Self.group && status.mode & 0o777 == Self.mode { return .init("node", state) }
    return .init(
      "node", "\(state), not to \(Self.group), \(Self.octal(Self.mode))", .root(Self.applyRules))
  }

  /// Whether the caller may open it.
  var nodeForCaller: Doctor.Finding {
    if let finding = missingNode { return finding }
    let name = host.caller.name
    if host.isUsable(Self.node) { return .init("node", "\(name) may open /dev/uinput") }
    return .init(
      "node", "\(name) may not open /dev/uinput",
      .root("modprobe uinput && udevadm settle && setfacl -m u:\(name):rw /dev/uinput"))
  }

  private var missingNode: Doctor.Finding? {
    guard let status = host.status(Self.node) else {
      if module.remedy != nil {
        return .init("node", "there is no /dev/uinput", .advice("it comes with the module"))
      }
      // Loading the module makes the node.
      let command =
        isLoaded ? "mknod -m 600 /dev/uinput c 10 223 && " + Self.applyRules : Self.applyRules
      return .init("node", "there is no /dev/uinput", .root(command))
    }
    if status.device == Self.number { return nil }
    return .init(
      "node", "/dev/uinput is not the kernel's device, but something else by that name",
      .root("rm -rf /dev/uinput && mknod -m 600 /dev/uinput c 10 223 && " + Self.applyRules))
  }

  static func octal(_ mode: UInt32) -> String { "0" + String(mode & 0o7777, radix: 8) }
}
