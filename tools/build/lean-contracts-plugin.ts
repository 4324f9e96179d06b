import type { Plugin } from "vite";

const CONTRACT = /src[\\/](?:.*[\\/])?contract[\\/].*\.ts$/;
const OURS = /\b(?:summary:\s*"(?:[^"\\]|\\.)*"|audit:\s*"[a-z.-]+"),?/g;

/** Leaves out of the endpoints that a browser gets what the server alone reads: their sentences and their acts. */
export function leanContracts(): Plugin {
  return {
    name: "waybill:lean-contracts",
    apply: "build",
    transform(code, id) {
      if (!CONTRACT.test(id) || !code.includes("endpoint({")) return undefined;
      return { code: code.replaceAll(OURS, ""), map: null };
    },
  };
}
