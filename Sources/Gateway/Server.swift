// SPDX-License-Identifier: MIT

import CLinux
import CWebSockets
import Glibc

/// The gateway: one thread, one loop of libwebsockets, which watches the network, the control
/// socket and the connections to the daemon alike.
public final class Server {
  let configuration: Configuration
  let log = Log()
  let state: StateDirectory
  private let hosts: HostRules
  private var context: OpaquePointer?
  private var vhost: OpaquePointer?
  private var isStopping = false

  private var endpoints: [OpaquePointer: any Endpoint] = [:]
  private var responses: [OpaquePointer: Response] = [:]
  private(set) var clients: [OpaquePointer: Client] = [:]
  /// Everybody who has connected over the network, the first comers first.
  private var visitors: [OpaquePointer] = []

  var pairing = Pairing()
  var devices: Devices

  /// How many can be connected. A newcomer past that takes the place of whoever has waited longest
  /// without saying who it is.
  static let visitorLimit = 64
  /// How many phones can play.
  static let playerLimit = 32

  /// - Throws: a sentence if what is kept cannot be read, there is no certificate, or libwebsockets
  ///   cannot be set up.
  public init(_ configuration: Configuration) throws(Failure) {
    self.configuration = configuration
    state = StateDirectory(path: configuration.state)
    hosts = HostRules(
      ownNames: configuration.ownNames, givenNames: configuration.givenNames,
      port: configuration.port)
    devices = try DeviceFile.load(from: state)
    lws_set_log_level(LLL_ERR | LLL_WARN) { _, line in
      guard let line else { return }
      Log().warning(String(String(cString: line).dropLast()))
    }
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.protocols = Self.protocols
    info.user = Unmanaged.passUnretained(self).toOpaque()
    info.options = UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
    info.server_string = UnsafePointer(strdup("flickpad-web"))
    info.alpn = UnsafePointer(strdup("http/1.1"))
    info.timeout_secs = 5
    info.keepalive_timeout = 5
    info.fd_limit_per_thread = 256
    info.max_http_header_pool = UInt16(Self.visitorLimit)
    info.retry_and_idle_policy = UnsafePointer(Self.heartbeat)
    if let files = try certificate() {
      info.options |= cwebsockets_TLS_OR_NOT
      info.ssl_cert_filepath = UnsafePointer(strdup(files.certificate))
      info.ssl_private_key_filepath = UnsafePointer(strdup(files.key))
    }
    guard let context = lws_create_context(&info) else {
      throw Failure("libwebsockets cannot be set up", status: EX_OSERR)
    }
    // What it says from here on, strangers have brought about.
    lws_set_log_level(0, nil)
    self.context = context
    vhost = lws_get_vhost_by_name(context, "default")
  }

  /// What connections are made private with; nil: they are not.
  private func certificate() throws(Failure) -> CertificateFiles? {
    switch configuration.tls {
    case .off: return nil
    case .files(let files):
      try files.check()
      return files
    case .automatic:
      let addresses = NetworkAddress.all.map(\.address)
      return try Certificate.kept(
        in: state, names: configuration.ownNames + configuration.givenNames + addresses,
        note: log.warning)
    }
  }

  deinit {
    if let context { lws_context_destroy(context) }
  }

  /// A ping a second after the last sign of life, and the end after four. Never freed, as
  /// libwebsockets keeps it.
  private static var heartbeat: UnsafeMutablePointer<lws_retry_bo_t> {
    let policy = UnsafeMutablePointer<lws_retry_bo_t>.allocate(capacity: 1)
    policy.initialize(to: lws_retry_bo_t())
    policy.pointee.secs_since_valid_ping = 1
    policy.pointee.secs_since_valid_hangup = 4
    return policy
  }

  /// Never freed, as libwebsockets keeps it.
  private static var protocols: UnsafePointer<lws_protocols> {
    let names = ["http", "flickpad.1", "descriptor"]
    let table = UnsafeMutablePointer<lws_protocols>.allocate(capacity: names.count + 1)
    table.initialize(repeating: lws_protocols(), count: names.count + 1)
    for (index, name) in names.enumerated() {
      table[index].name = UnsafePointer(strdup(name))
      table[index].callback = serverCallback
    }
    return UnsafePointer(table)
  }

  // MARK: The loop

  /// Serves until SIGTERM or SIGINT.
  ///
  /// - Parameters:
  ///   - listener: a listening TCP socket, which becomes the server's.
  ///   - control: a listening UNIX socket, which becomes the server's.
  ///   - isReady: called once everything listens.
  public func run(
    listener: Int32, control: Int32, isReady: () -> Void
  ) throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    watch(StopSignals { [unowned self] in isStopping = true })
    watch(Acceptor(descriptor: listener) { [unowned self] in welcome($0) })
    watch(
      Acceptor(descriptor: control) { [unowned self] in
        watch(ControlConnection(descriptor: $0, server: self))
      })
    isReady()
    while !isStopping {
      guard lws_service(context, 0) >= 0 else {
        throw Failure("the loop of libwebsockets has failed", status: EX_SOFTWARE)
      }
    }
  }

  /// Has libwebsockets watch a descriptor, which is closed where that fails.
  @discardableResult
  func watch(_ endpoint: any Endpoint) -> Bool {
    var descriptor = lws_sock_file_fd_type()
    descriptor.filefd = endpoint.descriptor
    guard
      let wsi = lws_adopt_descriptor_vhost(
        vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, "descriptor", nil)
    else { return false }
    endpoint.wsi = wsi
    endpoints[wsi] = endpoint
    return true
  }

  /// Somebody has connected over the network.
  private func welcome(_ descriptor: Int32) {
    if visitors.count >= Self.visitorLimit {
      guard let stranger = visitors.first(where: { clients[$0]?.device == nil }) else {
        close(descriptor)
        return
      }
      visitors.removeAll { $0 == stranger }
      lws_set_timeout(stranger, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    }
    // A finger's move is sent at once, and what waits for a slow phone waits here, not in the
    // kernel, where it would only grow old.
    var isOn: Int32 = 1
    var size: Int32 = 65_536
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, 4)
    if let wsi = lws_adopt_socket_vhost(vhost, descriptor) { visitors.append(wsi) }
  }

  // MARK: Who may play

  /// Judges who says who it is.
  ///
  /// - Returns: who it is, and what to tell it.
  func admit(_ introduction: Introduction, _ client: Client) throws(Refusal) -> (Device, [UInt8]) {
    guard clients.values.count(where: { $0.device != nil }) < Self.playerLimit else {
      throw .tooManyClients
    }
    switch introduction {
    case .key(let key):
      guard let device = devices.device(withKey: key, isPrivate: client.isPrivate) else {
        throw .wrongKey
      }
      return (device, Greeting.ready(device))
    case .pair(let proof, let name):
      if let refusal = pairing.redeem(proof, at: now()) {
        // As often as an offer takes wrong tries, so that nobody can fill the journal.
        if refusal == .wrongCode { log.warning("a phone tried to pair with a wrong code") }
        throw refusal
      }
      let key = Secrets.key()
      let (device, isKept) = add(name, key: key, lasts: client.isPrivate)
      return (device, Greeting.paired(device, key: key, lasts: isKept))
    }
  }

  /// Lets a phone in, and tells whether its key is good after this run.
  private func add(_ name: String, key: String, lasts: Bool) -> (Device, isKept: Bool) {
    var seconds = time_t()
    time(&seconds)
    let (device, forgotten) = devices.add(name, key: key, lasts: lasts, at: seconds)
    log.info("phone \(device.id), \(device.name), is paired")
    if let forgotten { dismiss(forgotten) }
    guard lasts else { return (device, false) }
    do throws(Failure) {
      try DeviceFile.save(devices, to: state)
      return (device, true)
    } catch {
      log.warning("\(device.name) has to be paired again after a restart: \(error.message)")
      return (device, false)
    }
  }

  /// Ends the connections of a phone that may play no more.
  func dismiss(_ device: Device) {
    for client in clients.values where client.device?.id == device.id { client.refuse(.wrongKey) }
  }

  /// Connects to the daemon for a phone.
  func connect(_ device: Device, _ client: Client) throws(Refusal) -> DaemonLink {
    if device.isKeyboard && client.isPrivate {
      if let link = connect(configuration.fullSockets, client) { return link }
      log.warning(
        "\(device.name) may be a keyboard, but the gateway cannot connect to "
          + "\(configuration.fullSockets.joined(separator: " or ")) (GRANTING in flickpad-web(1) "
          + "says how); it plays as a gamepad")
    }
    guard let link = connect(configuration.sockets, client) else { throw .noDaemon }
    return link
  }

  private func connect(_ paths: [String], _ client: Client) -> DaemonLink? {
    for path in paths {
      let descriptor = clinux_connect(path)
      guard descriptor >= 0 else { continue }
      let link = DaemonLink(descriptor: descriptor, client: client)
      return watch(link) ? link : nil
    }
    return nil
  }

  // MARK: What libwebsockets tells

  fileprivate func handle(
    _ wsi: OpaquePointer, _ reason: lws_callback_reasons, _ input: UnsafeMutableRawPointer?,
    _ count: Int
  ) -> Int32 {
    switch reason {
    case LWS_CALLBACK_RAW_RX_FILE: return endpoints[wsi]?.readable() == true ? 0 : -1
    case LWS_CALLBACK_RAW_WRITEABLE_FILE: return endpoints[wsi]?.writable() == true ? 0 : -1
    case LWS_CALLBACK_RAW_CLOSE_FILE: endpoints.removeValue(forKey: wsi)?.closed()
    case LWS_CALLBACK_TIMER:
      if let endpoint = endpoints[wsi] { return endpoint.timeout() ? 0 : -1 }
      clients[wsi]?.timeout()
    case LWS_CALLBACK_HTTP: return answer(wsi, input, count)
    case LWS_CALLBACK_HTTP_WRITEABLE: return writeResponse(wsi)
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(wsi)
    case LWS_CALLBACK_ESTABLISHED: clients[wsi] = Client(wsi, server: self)
    case LWS_CALLBACK_RECEIVE:
      clients[wsi]?.receive(UnsafeRawBufferPointer(start: input, count: count))
    case LWS_CALLBACK_SERVER_WRITEABLE: return clients[wsi]?.writable() == true ? 0 : -1
    case LWS_CALLBACK_CLOSED: clients.removeValue(forKey: wsi)?.closed()
    case LWS_CALLBACK_CLOSED_HTTP: responses[wsi] = nil
    case LWS_CALLBACK_WSI_DESTROY:
      responses[wsi] = nil
      clients.removeValue(forKey: wsi)?.closed()
      visitors.removeAll { $0 == wsi }
    default: break
    }
    return 0
  }

  // MARK: HTTP

  private func answer(
    _ wsi: OpaquePointer, _ input: UnsafeMutableRawPointer?, _ count: Int
  ) -> Int32 {
    let request = Request(wsi: wsi)
    let path = String(decoding: UnsafeRawBufferPointer(start: input, count: count), as: UTF8.self)
    if let line = refusal(request) { return respond(request, .forbidden, PageFile(line)) }
    guard request.isGet || request.isHead else {
      return respond(
        request, .methodNotAllowed, PageFile("The gateway only knows GET and HEAD."))
    }
    if configuration.isPrivate && !request.isPrivate {
      // What is typed without a scheme comes by plain HTTP.
      return respond(request, .redirect, PageFile("Come by HTTPS."))
    }
    guard let file = Page.file(path) else {
      return path == "/play"
        ? respond(request, .upgradeRequired, PageFile("Here phones connect by WebSocket."))
        : respond(request, .notFound, PageFile("There is no such page."))
    }
    return respond(request, .ok, file)
  }

  /// The reason to refuse a request for where it was sent to, or nil.
  private func refusal(_ request: Request) -> String? {
    hosts.refusal(
      host: request.header(WSI_TOKEN_HOST) ?? "", address: request.localAddress,
      isPrivate: request.isPrivate)
  }

  private func confirmUpgrade(_ wsi: OpaquePointer) -> Int32 {
    let request = Request(wsi: wsi)
    let host = request.header(WSI_TOKEN_HOST) ?? ""
    let line: String?
    if let reason = refusal(request) {
      line = reason
    } else if let reason = hosts.refusal(origin: request.header(WSI_TOKEN_ORIGIN), host: host) {
      line = reason
    } else if configuration.isPrivate && !request.isPrivate {
      line = "Phones connect by HTTPS."
    } else if request.header(WSI_TOKEN_GET_URI) != "/play" {
      line = "Phones connect at /play."
    } else if request.header(WSI_TOKEN_PROTOCOL) != "flickpad.1" {
      line = "Phones speak the protocol flickpad.1."
    } else {
      line = nil
    }
    guard let line else { return 0 }
    guard var response = response(request, .forbidden, PageFile(line)) else { return -1 }
    return response.send(wsi) ? 1 : -1
  }

  private func respond(
    _ request: Request, _ status: Response.Status, _ file: PageFile
  ) -> Int32 {
    guard let response = response(request, status, file) else { return -1 }
    if response.isSent { return lws_http_transaction_completed(request.wsi) == 0 ? 0 : -1 }
    responses[request.wsi] = response
    lws_callback_on_writable(request.wsi)
    return 0
  }

  private func response(
    _ request: Request, _ status: Response.Status, _ file: PageFile
  ) -> Response? {
    // Who asked for a host that is not ours gets no policy that names it.
    let host = status == .forbidden ? nil : request.header(WSI_TOKEN_HOST)
    let more =
      switch status {
      case .methodNotAllowed: ["allow: GET, HEAD"]
      case .redirect: ["location: https://\(host ?? "")/"]
      default: [String]()
      }
    return Response(
      request.wsi, status, file, policy: Page.policy(host: host, isPrivate: request.isPrivate),
      more: more, hasBody: !request.isHead)
  }

  private func writeResponse(_ wsi: OpaquePointer) -> Int32 {
    guard responses[wsi]?.send(wsi) == true else { return -1 }
    guard responses[wsi]?.isSent == true else {
      lws_callback_on_writable(wsi)
      return 0
    }
    responses[wsi] = nil
    return lws_http_transaction_completed(wsi) == 0 ? 0 : -1
  }
}

/// What libwebsockets calls for everything.
private func serverCallback(
  _ wsi: OpaquePointer?, _ reason: lws_callback_reasons, _: UnsafeMutableRawPointer?,
  _ input: UnsafeMutableRawPointer?, _ count: Int
) -> Int32 {
  guard let wsi, let context = lws_get_context(wsi), let user = lws_context_user(context) else {
    return 0
  }
  return Unmanaged<Server>.fromOpaque(user).takeUnretainedValue().handle(wsi, reason, input, count)
}
