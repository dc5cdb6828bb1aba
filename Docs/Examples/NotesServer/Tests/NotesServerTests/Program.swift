#if os(Linux)
    import Foundation
    import Glibc

    /// The server as a program of its own. It lies beside the tests; what it logs goes into a file.
    struct Program: Sendable {
        struct NotStarted: Error { let status: Int32 }

        private let process: pid_t
        private let log: URL

        /// Starts it, with this environment and no other.
        init(environment: [String: String]) throws {
            let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
                path: "NotesServer"
            ).path
            log = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID()).log")

            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            for output in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, output, log.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
            }
            let arguments = [strdup(path), nil]
            let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
            defer { for text in arguments + variables { free(text) } }

            var process: pid_t = 0
            let status = posix_spawn(&process, path, &actions, nil, arguments, variables)
            if status != 0 { throw NotStarted(status: status) }
            self.process = process
        }

        /// What it has logged so far.
        var text: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

        /// The port that it has bound, or nil when it has ended without one.
        func port() async throws -> Int? {
            while !isOver {
                if let match = text.firstMatch(of: /listening on 127\.0\.0\.1:(\d+)\n/) { return Int(match.1) }
                try await Task.sleep(for: .milliseconds(20))
            }
            return nil
        }

        /// Whether it has ended; `end()` is still to be called.
        private var isOver: Bool {
            var information = siginfo_t()
            return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
                || information.si_signo == SIGCHLD
        }

        /// Tells it to end.
        func terminate() { kill(process, SIGTERM) }

        /// Waits until it has ended, and gives its exit status, or 128 and more for a signal. To be called once.
        func end() async -> Int32 {
            await withCheckedContinuation { ended in
                Thread.detachNewThread {
                    var status: Int32 = 0
                    while waitpid(process, &status, 0) == -1, errno == EINTR {}
                    let signal = status & 0x7f
                    ended.resume(returning: signal == 0 ? (status >> 8) & 0xff : 128 + signal)
                }
            }
        }

        /// Removes what it has logged.
        func removeLog() { try? FileManager.default.removeItem(at: log) }
    }
#endif
