import { type RequestListener, type Server, createServer } from "node:http";
import { systemCode } from "./setup-problem.ts";

/** Addresses to listen on: `localhost` is both loopbacks, because browsers try either. */
export const addressesOf = (host: string): string[] => (host === "localhost" ? ["127.0.0.1", "::1"] : [host]);

/**
 * Serves on every address of the host. A machine without IPv6 serves on IPv4 alone.
 *
 * @throws system error EADDRINUSE when the port is taken on one of them
 */
export async function listenOn(
  host: string,
  port: number,
  handler: RequestListener,
): Promise<{ close: () => Promise<void> }> {
  const servers: Server[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => closeServer(server)));
  };
  for (const address of addressesOf(host)) {
    try {
      servers.push(await listening(address, port, handler));
    } catch (error) {
      const absent = address === "::1" && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(systemCode(error));
      if (absent) continue;
      await close();
      throw error;
    }
  }
  return { close };
}

function listening(address: string, port: number, handler: RequestListener): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer({ requestTimeout: 30_000 }, handler);
    server.once("error", fail);
    server.listen(port, address, () => done(server));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  });
}
