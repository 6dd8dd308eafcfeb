// SPDX-License-Identifier: MIT

import COpenSSL
import Glibc

/// The paths of a certificate and of its key, in PEM.
public struct CertificateFiles: Equatable, Sendable {
  public var certificate: String
  public var key: String

  public init(certificate: String, key: String) {
    self.certificate = certificate
    self.key = key
  }

  /// Whether the key is there for every user of this machine to read.
  var keyIsOpen: Bool {
    var status = stat()
    return stat(key, &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// - Throws: a sentence if they are not there, not in PEM, or do not belong together.
  public func check() throws(Failure) {
    for path in [certificate, key] where access(path, R_OK) != 0 {
      throw Failure(
        "cannot read \(path): \(String(cString: strerror(errno))); --cert and --key want files that "
          + "the gateway may read", status: EX_NOINPUT)
    }
    guard let certificate = Certificate.read(certificate) else {
      throw Failure(
        "\(certificate) holds no certificate that can be read in PEM; give one with --cert",
        status: EX_DATAERR)
    }
    defer { X509_free(certificate) }
    guard let key = Certificate.readKey(key) else {
      throw Failure(
        "\(key) holds no private key that can be read in PEM and without a password; give one with "
          + "--key", status: EX_DATAERR)
    }
    defer { EVP_PKEY_free(key) }
    guard X509_check_private_key(certificate, key) == 1 else {
      throw Failure(
        "\(self.key) is not the key of \(self.certificate); give those that belong together with "
          + "--cert and --key", status: EX_DATAERR)
    }
  }
}
