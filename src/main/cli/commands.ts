import type { Given } from "#server/config/read.ts";

interface Command {
  /** As `--help` and the operating manual list it. */
  readonly usage: string;
  readonly says: string;
  /** Words after its name that it reads; `map import FILE` has two. */
  readonly words?: number;
  /** Flags of its own, besides the settings. */
  readonly switches: readonly string[];
  readonly run: (given: Given, root: string) => Promise<void>;
}

/** Each command loads only what it needs. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    usage: "start [--dev]",
    says: "start everything, the last line says where; --dev reloads on changes",
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
    usage: "migrate [--plan]",
    says: "bring the database up to date, or list what would run",
    switches: ["--plan"],
    run: async (given, root) => (await import("./migrate-command.ts")).migrateCommand(given, root),
  },
  restored: {
    usage: "restored",
    says: "say that a backup was put back; card payments wait for a comparison",
    switches: [],
    run: async (given) => (await import("./restored-command.ts")).restoredCommand(given),
  },
  reset: {
    usage: "reset --demo",
    says: "throw the demo data away; the next start makes it anew",
    switches: [],
    run: async (given, root) => (await import("./reset.ts")).reset(given, root),
  },
  doctor: {
    usage: "doctor",
    says: "look for what would keep Waybill from running well",
    switches: [],
    run: async (given) => (await import("./doctor/doctor.ts")).doctor(given),
  },
  config: {
    usage: "config check",
    says: "check the settings and show them",
    words: 1,
    switches: [],
    run: async (given) => (await import("./config-command.ts")).configCommand(given),
  },
  map: {
    usage: "map import FILE",
    says: "use an OpenStreetMap extract (.osm.pbf) as the map",
    words: 2,
    switches: [],
    run: async (given) => (await import("./map-command.ts")).mapCommand(given),
  },
};

/** What is no command but may stand in its place. */
const OTHERS = [
  ["--help", "say this"],
  ["--version", "say which Waybill this is"],
] as const;

/** One command a line. */
export const commandLines = (): string[] =>
  [...Object.values(COMMANDS).map(({ usage, says }) => [usage, says] as const), ...OTHERS].map(
    ([usage, says]) => `waybill ${usage.padEnd(16)}  ${says}`,
  );
