// SPDX-License-Identifier: MIT

import COpenSSL
import Glibc

/// A certificate that the gateway makes and signs itself.
enum Certificate {
  /// What phones accept of a certificate that nobody else has signed: less than 825 days.
  private static let days = 820
  /// A new one is made so long before, since only a start of the gateway makes one.
  private static let daysLeft = 30

  /// The kept one, or a new one where there is none, or it is not good any more.
  ///
  /// - Parameters:
  ///   - names: names and addresses that it is for.
  ///   - note: told in a sentence why there is a new one, where there was one.
  /// - Throws: a sentence if a new one cannot be made or kept.
  static func kept(
    in state: StateDirectory, names: [String], note: (String) -> Void
  ) throws(Failure) -> CertificateFiles {
    let files = CertificateFiles(
      certificate: state.path + "/cert.pem", key: state.path + "/key.pem")
    let hasOne = access(files.certificate, F_OK) == 0
    try state.checkSecrecy("key.pem")
    if hasOne, (try? files.check()) != nil {
      if !isNearlyOver(files.certificate) { return files }
      note(
        "the certificate of the gateway is over within \(daysLeft) days; phones will ask whether to "
          + "trust the new one")
    } else if hasOne {
      note("the certificate of the gateway is damaged; phones will ask whether to trust a new one")
    }
    guard let (certificate, key) = make(names) else {
      throw Failure(
        "OpenSSL cannot make a certificate; give one with --cert and --key", status: EX_SOFTWARE)
    }
    try state.write("key.pem", key)
    try state.write("cert.pem", certificate)
    return files
  }

  private static func isNearlyOver(_ path: String) -> Bool {
    guard let certificate = read(path) else { return true }
    defer { X509_free(certificate) }
    var then = time(nil) + daysLeft * 86_400
    return X509_cmp_time(X509_get0_notAfter(certificate), &then) <= 0
  }

  // MARK: Files

  /// The caller's to free.
  static func read(_ path: String) -> OpaquePointer? {
    guard let file = BIO_new_file(path, "r") else { return nil }
    defer { BIO_free(file) }
    return PEM_read_bio_X509(file, nil, nil, nil)
  }

  /// The caller's to free.
  static func readKey(_ path: String) -> OpaquePointer? {
    guard let file = BIO_new_file(path, "r") else { return nil }
    defer { BIO_free(file) }
    // No password, rather than a question on the terminal.
    return PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in 0 }, nil)
  }

  // MARK: A new one

  /// Certificate and key in PEM; nil where OpenSSL fails.
  private static func make(_ names: [String]) -> (certificate: [UInt8], key: [UInt8])? {
    guard let key = newKey() else { return nil }
    defer { EVP_PKEY_free(key) }
    guard let certificate = X509_new() else { return nil }
    defer { X509_free(certificate) }
    X509_set_version(certificate, 2)
    ASN1_INTEGER_set_uint64(
      X509_get_serialNumber(certificate), UInt64.random(in: 1..<UInt64(1) << 63))
    X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400)
    X509_gmtime_adj(X509_getm_notAfter(certificate), days * 86_400)
    X509_set_pubkey(certificate, key)
    let name = X509_get_subject_name(certificate)
    X509_NAME_add_entry_by_txt(name, "CN", 0x1000 | 1, "Flickpad", -1, -1, 0)  // MBSTRING_ASC
    X509_set_issuer_name(certificate, name)
    let extensions = [
      (NID_subject_alt_name, alternatives(names)), (NID_basic_constraints, "critical,CA:FALSE"),
      (NID_key_usage, "critical,digitalSignature"), (NID_ext_key_usage, "serverAuth"),
    ]
    for (kind, value) in extensions {
      guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { return nil }
      defer { X509_EXTENSION_free(part) }
      X509_add_ext(certificate, part, -1)
    }
    guard X509_sign(certificate, key, EVP_sha256()) > 0 else { return nil }
    let pem = bytes { PEM_write_bio_X509($0, certificate) }
    let keyPEM = bytes { PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil) }
    return pem.isEmpty || keyPEM.isEmpty ? nil : (pem, keyPEM)
  }

  private static func newKey() -> OpaquePointer? {
    guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard EVP_PKEY_keygen_init(context) > 0,
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) > 0,
      EVP_PKEY_keygen(context, &key) > 0
    else { return nil }
    return key
  }

  /// As X509V3_EXT_conf_nid(3) wants them.
  static func alternatives(_ names: [String]) -> String {
    var seen: [String] = []
    for name in names {
      guard HostRules.isName(name) else { continue }
      let entry = (NetworkAddress.isNumbers(name) ? "IP:" : "DNS:") + name
      if !seen.contains(entry) { seen.append(entry) }
    }
    return seen.joined(separator: ",")
  }

  private static func bytes(_ write: (OpaquePointer?) -> Int32) -> [UInt8] {
    guard let memory = BIO_new(BIO_s_mem()) else { return [] }
    defer { BIO_free(memory) }
    guard write(memory) == 1 else { return [] }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = BIO_read(memory, &buffer, Int32(buffer.count))
      guard count > 0 else { return all }
      all += buffer[..<Int(count)]
    }
  }
}
