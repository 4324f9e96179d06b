import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { freePorts } from "#test/support/processes/free-ports.ts";
import { javaArguments } from "../../../tools/keycloak/java.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    readonly keycloak: KeycloakServer;
  }
}

export interface KeycloakServer {
  readonly url: string;
  readonly pid: number;
  readonly adminPassword: string;
}

/** A first start on a slow machine with two cores at work elsewhere. */
const PATIENCE_MS = 170_000;
const STOP_MS = 15_000;

/** Starts a fresh Keycloak (its database in memory) for all suites, and ends it whatever happens to them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = process.env["WAYBILL_TEST_KEYCLOAK"];
  if (!home) throw new Error("Run these suites by `npm run test:keycloak`: it fetches Keycloak first.");
  const [port = 0, managementPort = 0] = await freePorts(2);
  const url = `http://localhost:${port}`;
  const adminPassword = randomUUID();
  const server = spawn(
    process.env["WAYBILL_TEST_JAVA"] ?? "java",
    startArguments(home, url, managementPort),
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        KC_BOOTSTRAP_ADMIN_USERNAME: "admin",
        KC_BOOTSTRAP_ADMIN_PASSWORD: adminPassword,
      },
    },
  );
  const kill = () => server.kill("SIGKILL");
  process.once("exit", kill);
  try {
    await untilReady(server, `http://localhost:${managementPort}/health/ready`);
  } catch (error) {
    kill();
    throw error;
  }
  project.provide("keycloak", { url, pid: server.pid ?? 0, adminPassword });
  return async () => {
    process.off("exit", kill);
    await stop(server);
  };
}

const startArguments = (home: string, url: string, managementPort: number): string[] =>
  javaArguments(home, [
    "start",
    "--optimized",
    "--http-enabled=true",
    "--http-host=127.0.0.1",
    `--http-port=${new URL(url).port}`,
    `--http-management-port=${managementPort}`,
    `--hostname=${url}`,
  ]);

async function untilReady(server: ChildProcess, address: string): Promise<void> {
  let said = "";
  const hear = (chunk: Buffer) => (said = (said + chunk.toString()).slice(-8000));
  server.stdout?.on("data", hear);
  server.stderr?.on("data", hear);
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`Keycloak ended with ${server.exitCode}:\n${said}`);
    const answer = await fetch(address, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(250);
  }
  throw new Error(`Keycloak was not ready after ${PATIENCE_MS / 1000} s:\n${said}`);
}

/** A frozen process hears nothing but SIGCONT and SIGKILL. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, "close");
  server.kill("SIGCONT");
  server.kill("SIGTERM");
  const late = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
  await gone;
  clearTimeout(late);
}
