// SPDX-License-Identifier: MIT

@testable import Gateway

/// Host and Origin: three lines, the third the address that the request came to. What is let in has
/// one of the gateway's names; the page of another host never is.
func fuzzHosts(_ input: [UInt8]) {
  let lines = input.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    .map { text($0) }
  guard lines.count == 3 else { return }
  let (host, origin, address) = (lines[0], lines[1], lines[2])
  let rules = HostRules(
    ownNames: ["box.local", "localhost"], givenNames: ["pad.example"], port: 8443)
  for isPrivate in [false, true] {
    let refusal = rules.refusal(host: host, address: address, isPrivate: isPrivate)
    if let refusal {
      require(isPrintable(refusal), refusal)
    } else {
      let lower = host.lowercased()
      let isKnown =
        ["box.local", "localhost", "pad.example"].contains { lower.contains($0) }
        || !address.isEmpty && lower.contains(address)
      require(isKnown, "\(host) is let in")
    }
  }
  for isPrivate in [false, true] {
    if let refusal = rules.refusal(origin: origin, host: host, isPrivate: isPrivate) {
      require(isPrintable(refusal), refusal)
    } else {
      require(origin.lowercased().hasSuffix("://" + host.lowercased()), "\(origin) at \(host)")
    }
    require(
      rules.refusal(origin: nil, host: host, isPrivate: isPrivate) != nil, "no page is let in")
  }
}

private func isPrintable(_ text: String) -> Bool {
  !text.isEmpty && text.unicodeScalars.allSatisfy { (0x20...0x7e).contains($0.value) }
}

/// The file of phones: refused whole, or written again as it was read.
func fuzzDevices(_ bytes: [UInt8]) {
  guard let devices = DeviceFile.devices(bytes) else { return }
  require(devices.all.count <= Devices.limit, "\(devices.all.count) phones")
  require(DeviceFile.devices(DeviceFile.bytes(devices)) == devices, "another when read again")
  for device in devices.all {
    require(device.id > 0 && device.hash.count == 32 && !device.name.isEmpty, "\(device)")
  }
}

/// The first message of a page, and what commands ask of the gateway.
func fuzzIntroductions(_ bytes: [UInt8]) {
  switch Introduction(bytes) {
  case .key(let key): _ = Devices().device(withKey: key, isPrivate: true)
  case .pair(let proof, let name):
    require(!Devices.name(name).isEmpty, "a phone without a name")
    var pairing = Pairing()
    pairing.open(Pairing.Offer(secret: "0123456789abcdef", code: "123456"), at: 0)
    let isRight = proof == .secret("0123456789abcdef") || proof == .code("123456")
    require((pairing.redeem(proof, at: 1) == nil) == isRight, "\(proof)")
  case nil: break
  }
  if let request = ControlRequest(bytes) {
    require(ControlRequest(request.bytes) == request, "\(request) when read again")
  }
}
