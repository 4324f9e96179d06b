import type { Given } from "#main/config/read.ts";

interface Command {
  /** Words after its name that it reads; `map import FILE` has two. */
  readonly words?: number;
  /** Flags of its own, besides the settings; one that ends with "=" takes a value. */
  readonly switches: readonly string[];
  /** Flags of its own that stand for settings. */
  readonly short?: Readonly<Record<string, string>>;
  readonly run: (given: Given, root: string) => Promise<void>;
}

/** Each command loads only what it needs. `bin/help.txt` lists them. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    switches: ["--dev", "--api-only"],
    run: async (given, root) => {
      if (given.switches.has("--dev")) return (await import("./dev.ts")).startDev(given, root);
      return (await import("./start.ts")).start(given, {
        root,
        withClient: !given.switches.has("--api-only"),
      });
    },
  },
  migrate: {
    switches: ["--plan"],
    run: async (given, root) => (await import("./migrate-command.ts")).migrateCommand(given, root),
  },
  backup: {
    words: 2,
    switches: ["--allow-missing"],
    short: { "--to": "--backup-to", "--keep": "--backup-keep" },
    run: async (given, root) => (await import("./backup/backup-command.ts")).backupCommand(given, root),
  },
  restore: {
    words: 1,
    switches: ["--replace", "--at="],
    run: async (given, root) => (await import("./backup/restore-command.ts")).restoreCommand(given, root),
  },
  export: {
    words: 1,
    switches: ["--allow-missing"],
    run: async (given, root) => (await import("./backup/backup-command.ts")).exportCommand(given, root),
  },
  import: {
    words: 1,
    switches: ["--replace"],
    run: async (given, root) => (await import("./backup/restore-command.ts")).restoreCommand(given, root),
  },
  upgrade: {
    switches: ["--programs="],
    run: async (given, root) => (await import("./backup/upgrade-command.ts")).upgradeCommand(given, root),
  },
  restored: {
    switches: [],
    run: async (given, root) => (await import("./restored-command.ts")).restoredCommand(given, root),
  },
  reset: {
    switches: [],
    run: async (given, root) => (await import("./reset.ts")).reset(given, root),
  },
  doctor: {
    switches: [],
    run: async (given, root) => (await import("./doctor/doctor.ts")).doctor(given, root),
  },
  config: {
    words: 1,
    switches: [],
    run: async (given) => (await import("./config-command.ts")).configCommand(given),
  },
  map: {
    words: 2,
    switches: [],
    run: async (given) => (await import("./map-command.ts")).mapCommand(given),
  },
  evidence: {
    words: 2,
    switches: [],
    run: async (given) => (await import("./evidence-command.ts")).evidenceCommand(given),
  },
  audit: {
    words: 2,
    // The head that it stands before is a word.
    switches: ["--head"],
    run: async (given, root) => (await import("./audit-command.ts")).auditCommand(given, root),
  },
  plan: {
    words: 1,
    switches: [],
    run: async (given) => (await import("./plan-command.ts")).planCommand(given),
  },
};
