import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { BlockList } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { COPIED } from "../tools/package/copied.ts";
import { removeEarlier } from "../tools/package/remove-earlier.ts";

const container = readFileSync("deploy/Containerfile", "utf8");
const compose = readFileSync("deploy/compose.yaml", "utf8");
/** Lines of one service. */
const serviceOf = (name: string): string =>
  new RegExp(`^  ${name}:\\n((?: {4}.*\\n|\\n)+)`, "m").exec(compose)?.[1] ?? "";

test("the container runs the package as a user that is not root, and says whether it is alive", () => {
  const [, last = ""] = container.split(/^FROM \$\{BASE\}$/m);
  expect(last).toMatch(/^USER 10001:10001$/m);
  expect(last.indexOf("USER ")).toBeLessThan(last.indexOf("ENTRYPOINT "));
  expect(last).toMatch(/^HEALTHCHECK .*\\\n {2}CMD .*\/livez/m);
  expect(last).toMatch(/^ENTRYPOINT \["\/opt\/waybill\/bin\/waybill"\]\nCMD \["start"\]$/m);
  expect(last, "nothing is installed in what runs").not.toMatch(/\b(npm|apt-get|curl)\b/);
  expect(last).toMatch(/^ENV NODE_ENV=production .*WAYBILL_DATA=\/data$/m);
});

test("compose runs it with a root that nothing writes, without capabilities, behind its own database", () => {
  const waybill = serviceOf("waybill");
  for (const line of ["read_only: true", "cap_drop: [ALL]", 'security_opt: ["no-new-privileges:true"]'])
    expect(waybill).toContain(`    ${line}\n`);
  expect(waybill).toMatch(/database: \{ condition: service_healthy \}/);
  expect(Number(/stop_grace_period: (\d+)s/.exec(waybill)?.[1])).toBeGreaterThan(10);
  expect(waybill).toContain('ports: ["127.0.0.1:');
  expect(serviceOf("database")).toContain("healthcheck:");
});

test("no secret and no registry of packages stands in the files", () => {
  expect(compose).not.toMatch(/PASSWORD: |DATABASE_URL: /);
  expect(compose + container).not.toMatch(/registry\.|docker\.io|ghcr\.io|quay\.io/);
});

/** Files that an operator puts beside compose.yaml, as paths of the repository. */
const ownFiles = [
  ...[...compose.matchAll(/\{ file: (\S+) \}/g)].map(([, file = ""]) => file),
  ...(/^ {4}env_file: \[(.+)\]$/m.exec(compose)?.[1] ?? "").split(", "),
].map((file) => path.join("deploy", file));

test("an operator's secrets beside compose.yaml are not packed and not committed", () => {
  expect(ownFiles).toEqual([
    "deploy/secrets/database-url",
    "deploy/secrets/database-password",
    "deploy/waybill.env",
  ]);
  const packed = (file: string) => COPIED.some((name) => !path.relative(name, file).startsWith(".."));
  expect(ownFiles.filter(packed)).toEqual([]);
  for (const name of ["Containerfile", "compose.yaml", "waybill.service"])
    expect(COPIED).toContain(`deploy/${name}`);
  const ignored = readFileSync(".gitignore", "utf8").split("\n");
  expect(ignored).toEqual(expect.arrayContaining(["/deploy/secrets/", "/deploy/waybill.env"]));
});

test("the proxy that compose says to trust is the gateway of its own network", () => {
  const [, trusted = ""] = /WAYBILL_TRUST_PROXY=(\S+)/.exec(compose) ?? [];
  const [, subnet = "", gateway] = /subnet: (\S+), gateway: (\S+) /.exec(compose) ?? [];
  expect(gateway).toBe(trusted);
  const [address = "", bits] = subnet.split("/");
  const network = new BlockList();
  network.addSubnet(address, Number(bits));
  expect(network.check(trusted)).toBe(true);
});

test("an image is built from one package: earlier ones go, and of several the build takes none", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-packages-"));
  try {
    const put = (...names: string[]) => {
      for (const name of names) writeFileSync(path.join(folder, name), "");
    };
    const [look = ""] = container.match(/(?<=^RUN )test .+$/m) ?? [];
    const build = () => spawnSync("sh", ["-c", look.replace("/tmp/package", folder)], { encoding: "utf8" });
    put("waybill-0.1.0.tgz");
    expect(build().status).toBe(0);
    put("waybill-0.2.0.tgz");
    expect(build()).toMatchObject({ status: 1, stderr: expect.stringContaining("not several") });
    put("notes.txt", "waybill.tgz");
    removeEarlier(folder);
    expect(readdirSync(folder)).toEqual(["notes.txt", "waybill.tgz"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
