// SPDX-License-Identifier: MIT

import CLinux
import CWebSockets
import Glibc
import Writing

/// The gateway: one thread, one loop of libwebsockets, which watches the network, the control
/// socket and the connections to the daemon alike.
public final class Server {
  let configuration: Configuration
  let log = Log(of: "flickpad-web")
  let state: StateDirectory
  let hosts: HostRules
  private var context: OpaquePointer?
  private var vhost: OpaquePointer?
  private var isStopping = false

  private var endpoints: [OpaquePointer: any Endpoint] = [:]
  var responses: [OpaquePointer: Response] = [:]
  private(set) var clients: [OpaquePointer: Client] = [:]
  private var visitors = Visitors()
  private var arrivals = Arrivals()
  /// What phones can have the log say.
  private var lines = Allowance(rate: 1, burst: 20, at: now())

  var pairing = Pairing()
  var devices: Devices

  /// Microseconds in which a stranger has to ask for something, take some of it, or say who it is.
  static let patience: lws_usec_t = 5_000_000

  /// - Throws: a sentence if what is kept cannot be read or is another gateway's, there is no
  ///   certificate, or libwebsockets cannot be set up.
  public init(_ configuration: Configuration) throws(Failure) {
    self.configuration = configuration
    state = StateDirectory(path: configuration.state)
    hosts = HostRules(
      ownNames: configuration.ownNames, givenNames: configuration.givenNames,
      port: configuration.port)
    try state.claim()
    devices = try DeviceFile.load(from: state)
    _ = Page.compressed
    lws_set_log_level(LLL_ERR | LLL_WARN) { _, line in
      guard let line else { return }
      Log(of: "flickpad-web").warning(String(String(cString: line).dropLast()))
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
    info.max_http_header_pool = UInt16(Visitors.limit)
    info.retry_and_idle_policy = UnsafePointer(Self.heartbeat)
    if let files = try certificate() {
      info.options |= cwebsockets_TLS_OR_NOT
      info.ssl_options_set = cwebsockets_OLD_TLS
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
      if files.keyIsOpen {
        log.warning("everyone on this machine may read \(files.key): chmod o-r \(files.key)")
      }
      return files
    case .automatic:
      let addresses = NetworkAddress.all.map(\.address)
      return try Certificate.kept(
        in: state, names: configuration.ownNames + configuration.givenNames + addresses,
        note: { log.warning($0) })
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
  ///   - watchdog: called in intervals of so many microseconds while the loop turns; nil: nobody
  ///     watches it.
  ///   - isReady: called once everything listens.
  /// - Throws: a sentence if libwebsockets cannot watch all of that, or fails later.
  public func run(
    listener: Int32, control: Int32, watchdog: (interval: UInt64, feed: () -> Void)? = nil,
    isReady: () -> Void
  ) throws(Failure) {
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let refused = { [unowned self] (number: Int32) in
      note("nobody can connect for a moment: \(reason(number))")
    }
    var watched: [any Endpoint] = [
      StopSignals { [unowned self] in isStopping = true },
      Acceptor(descriptor: listener, accepted: { [unowned self] in welcome($0) }, failed: refused),
      Acceptor(
        descriptor: control,
        accepted: { [unowned self] in watch(ControlConnection(descriptor: $0, server: self)) },
        failed: refused),
    ]
    if let watchdog { watched.append(Pulse(every: watchdog.interval, beat: watchdog.feed)) }
    for endpoint in watched {
      guard watch(endpoint) else {
        throw Failure("libwebsockets cannot watch the gateway's sockets", status: EX_OSERR)
      }
    }
    isReady()
    while !isStopping {
      guard lws_service(context, 0) >= 0 else {
        throw Failure("the loop of libwebsockets has failed", status: EX_SOFTWARE)
      }
    }
  }

  /// Has libwebsockets watch a descriptor, which is closed where that fails.
  func watch(_ endpoint: any Endpoint) -> Bool {
    var descriptor = lws_sock_file_fd_type()
    descriptor.filefd = endpoint.descriptor
    guard
      let wsi = lws_adopt_descriptor_vhost(
        vhost, LWS_ADOPT_RAW_FILE_DESC, descriptor, "descriptor", nil)
    else {
      // It closes sockets of the network only.
      close(endpoint.descriptor)
      return false
    }
    endpoint.wsi = wsi
    endpoints[wsi] = endpoint
    endpoint.isWatched()
    return true
  }

  /// Somebody has connected over the network. Tells whether that stays.
  private func welcome(_ descriptor: Int32) -> Bool {
    let address = SocketAddress.peer(descriptor)
    guard arrivals.take(from: address, at: now()) else {
      close(descriptor)
      return false
    }
    if visitors.isFull {
      guard let stranger = visitors.outgoing(isStranger: { clients[$0]?.device == nil }) else {
        close(descriptor)
        return false
      }
      visitors.remove(stranger)
      lws_set_timeout(stranger, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC)
    }
    // A finger's move is sent at once, and what waits for a slow phone waits here, not in the
    // kernel, where it would only grow old.
    var isOn: Int32 = 1
    var size: Int32 = 65_536
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, 4)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, 4)
    guard let wsi = lws_adopt_socket_vhost(vhost, descriptor) else {
      // It has done so in most cases; nobody else has got the number meanwhile.
      close(descriptor)
      return false
    }
    visitors.add(wsi, from: address)
    lws_set_timer_usecs(wsi, Self.patience)
    return true
  }

  /// Logs what phones or strangers have brought about, unless they have filled the log enough.
  func note(_ line: String) {
    if lines.take(1, at: now()) { log.warning(line) }
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
      if clients[wsi]?.timeout() == true { return 0 }
      // Where TLS has not begun there is no farewell, and libwebsockets would wait for it as long again.
      shutdown(lws_get_socket_fd(wsi), Int32(SHUT_RDWR))
      return -1
    // To CONNECT libwebsockets gives a connection that nothing would ever end.
    case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX: return -1
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
      visitors.remove(wsi)
    default: break
    }
    return 0
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
