// SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import Writing

struct LogTests {
  /// A terminal of a desktop has JOURNAL_STREAM from the desktop's own service.
  @Test func prioritiesGoToTheJournalAlone() throws {
    let descriptor = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(descriptor) }
    var facts = stat()
    try #require(fstat(descriptor, &facts) == 0)
    #expect(Log.leadsToJournal(descriptor, "\(facts.st_dev):\(facts.st_ino)"))
    #expect(!Log.leadsToJournal(descriptor, "\(facts.st_dev):\(facts.st_ino + 1)"))
    #expect(!Log.leadsToJournal(descriptor, "nonsense"))
    #expect(!Log.leadsToJournal(descriptor, nil))
    #expect(!Log.leadsToJournal(-1, "8:25"))
  }

  @Test func aLineIsOneAndReadsFromLeftToRight() {
    #expect(Log.printable("a\nb\u{1b}[2J\u{2028}c") == #"a\nb\u{1B}[2J\u{2028}c"#)
    #expect(Log.printable("\u{202e}dap\u{2066}") == #"\u{202E}dap\u{2066}"#)
    #expect(Log.printable("Zoë 🧑‍🚀") == "Zoë 🧑‍🚀")
  }
}
