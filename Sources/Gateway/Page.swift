// SPDX-License-Identifier: MIT

/// A file of the page.
struct PageFile: Sendable {
  var type: String
  var bytes: [UInt8]
}

extension PageFile {
  /// One line for whoever reads it.
  init(_ line: String) {
    self.init(type: "text/plain; charset=utf-8", bytes: Array((line + "\n").utf8))
  }
}

/// The page that phones load: a fixed set of files, which are part of the program.
enum Page {
  /// What is at a path; nil where there is nothing.
  static func file(_ path: String) -> PageFile? { files[path] }

  static let files: [String: PageFile] = [
    "/": PageFile(type: "text/html; charset=utf-8", bytes: PackageResources.index_html),
    "/style.css": PageFile(type: style, bytes: PackageResources.style_css),
    "/sheets.css": PageFile(type: style, bytes: PackageResources.sheets_css),
    "/icon.svg": PageFile(type: "image/svg+xml", bytes: PackageResources.icon_svg),
    "/manifest.webmanifest": PageFile(
      type: "application/manifest+json", bytes: PackageResources.manifest_webmanifest),
    "/app.js": PageFile(type: module, bytes: PackageResources.app_js),
    "/draft.js": PageFile(type: module, bytes: PackageResources.draft_js),
    "/editbar.js": PageFile(type: module, bytes: PackageResources.editbar_js),
    "/editor.css": PageFile(type: style, bytes: PackageResources.editor_css),
    "/editor.js": PageFile(type: module, bytes: PackageResources.editor_js),
    "/elements.js": PageFile(type: module, bytes: PackageResources.elements_js),
    "/feel.js": PageFile(type: module, bytes: PackageResources.feel_js),
    "/fields.js": PageFile(type: module, bytes: PackageResources.fields_js),
    "/files.js": PageFile(type: module, bytes: PackageResources.files_js),
    "/frames.js": PageFile(type: module, bytes: PackageResources.frames_js),
    "/geometry.js": PageFile(type: module, bytes: PackageResources.geometry_js),
    "/hints.js": PageFile(type: module, bytes: PackageResources.hints_js),
    "/json5.js": PageFile(type: module, bytes: PackageResources.json5_js),
    "/keys.js": PageFile(type: module, bytes: PackageResources.keys_js),
    "/kinds.js": PageFile(type: module, bytes: PackageResources.kinds_js),
    "/link.js": PageFile(type: module, bytes: PackageResources.link_js),
    "/marks.js": PageFile(type: module, bytes: PackageResources.marks_js),
    "/motion.js": PageFile(type: module, bytes: PackageResources.motion_js),
    "/pad.js": PageFile(type: module, bytes: PackageResources.pad_js),
    "/panel.js": PageFile(type: module, bytes: PackageResources.panel_js),
    "/saving.js": PageFile(type: module, bytes: PackageResources.saving_js),
    "/settings.js": PageFile(type: module, bytes: PackageResources.settings_js),
    "/shapes.js": PageFile(type: module, bytes: PackageResources.shapes_js),
    "/touches.js": PageFile(type: module, bytes: PackageResources.touches_js),
  ]

  private static let module = "text/javascript; charset=utf-8"
  private static let style = "text/css; charset=utf-8"

  /// What goes with every answer, besides the content security policy.
  static let headers = [
    "x-content-type-options: nosniff", "referrer-policy: no-referrer", "cache-control: no-cache",
  ]

  /// - Parameter host: where the page comes from, with its port: some browsers do not count a
  ///   WebSocket of the same host as `'self'`. nil: it is not known.
  static func policy(host: String?, isPrivate: Bool) -> String {
    // In policies an IPv6 address cannot stand: that is no source to them.
    let source = host.flatMap { $0.hasPrefix("[") ? nil : $0 }
    let socket = source.map { " \(isPrivate ? "wss" : "ws")://\($0)" } ?? ""
    return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      + "connect-src 'self'\(socket); manifest-src 'self'; base-uri 'none'; form-action 'none'; "
      + "frame-ancestors 'none'"
  }
}
