import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { Marked, type Tokens } from "marked";
import type { Plugin } from "vite";
import { DOCS_OPENAPI, type DocsFiles } from "../../src/contract/offline-shell.ts";
import { contractHash } from "./contract-hash.ts";
import { buildOneScript } from "./one-script.ts";

interface DocsPage {
  /** Its file in the repository: `docs/spec/7-calls.md`. */
  readonly source: string;
  /** Its address below `/docs/`: `spec/7-calls.html`. */
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

/** Read first by somebody who begins; the rest follows by name. */
const FIRST = ["README.md", "docs/operating.md", "docs/identity-providers.md", "docs/payments.md"];
const FOLDERS = ["docs", "docs/spec"];

const fileOf = (source: string): string =>
  source === "README.md" ? "index.html" : source.replace(/^docs\//, "").replace(/\.md$/, ".html");

/** The texts that the product serves: the README, the guides and the printed specification. */
function docsPages(root: string): DocsPage[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .toSorted()
      .map((name) => posix.join(folder, name)),
  );
  return [...new Set([...FIRST, ...found])].map((source) => {
    const text = readFileSync(join(root, source), "utf8");
    const title = /^# (.+)$/m.exec(text)?.[1] ?? source;
    return { source, file: fileOf(source), title: source === "README.md" ? "Waybill" : title, text };
  });
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** Renders one page. Links to other texts lead to their pages; what is not served stands as plain text. */
function bodyOf(page: DocsPage, known: ReadonlySet<string>): string {
  const addressOf = (href: string): string | undefined => {
    if (/^(https?:|mailto:|#)/.test(href)) return href;
    const [path = "", hash] = href.split("#");
    const target = posix.normalize(posix.join(posix.dirname(page.source), path)).replace(/\/$/, "");
    if (target === "docs/spec") return "/docs/spec/1-purpose.html";
    if (!known.has(target)) return undefined;
    return `/docs/${fileOf(target)}${hash === undefined ? "" : `#${hash}`}`;
  };
  const marked = new Marked({
    renderer: {
      link({ href, tokens }: Tokens.Link) {
        const address = addressOf(href);
        const text = this.parser.parseInline(tokens);
        return address === undefined ? text : `<a href="${escaped(address)}">${text}</a>`;
      },
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Pictures of the README stand in the repository, not in the product.
      image: () => "",
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    },
  });
  const html = marked.parse(page.text, { async: false });
  return html
    .replaceAll("<table>", '<div class="docs-table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0" role="region" aria-label="Example">');
}

function pageOf(page: DocsPage, pages: readonly DocsPage[], styles: string): string {
  const known = new Set(pages.map(({ source }) => source));
  const entry = ({ file, title }: DocsPage): string => {
    const current = file === page.file ? ' aria-current="page"' : "";
    return `<li><a href="/docs/${file}"${current}>${escaped(title)}</a></li>`;
  };
  return `<!doctype html>
<html lang="en" dir="ltr" data-theme="system">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="/mark.svg" type="image/svg+xml" />
    <title>${escaped(page.title)} · Waybill docs</title>
    ${styles}
    <link rel="stylesheet" href="/docs/docs.css" />
    <script src="/docs/docs.js" defer></script>
  </head>
  <body class="docs">
    <a class="docs-skip" href="#text">Skip to the text</a>
    <header class="docs-head"><a href="/">Waybill</a><span>Docs</span></header>
    <div class="docs-page">
      <nav aria-label="Docs">
        <details><summary>All pages</summary><ul>${pages.map(entry).join("")}</ul></details>
        <p><a href="${DOCS_OPENAPI}">API description (OpenAPI)</a></p>
      </nav>
      <main id="text">${bodyOf(page, known)}</main>
    </div>
  </body>
</html>
`;
}

/** Writes the docs as plain pages into the build, with the style sheet of the console, and the worker that keeps them. */
export function docsPagesPlugin(): Plugin {
  let out = "dist";
  let root = ".";
  let addresses: string[] = [];
  return {
    name: "waybill:docs-pages",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
      ({ root } = config);
    },
    writeBundle() {
      const folder = join(out, "docs");
      const pages = docsPages(root);
      const index = readFileSync(join(out, "index.html"), "utf8");
      const styles = (index.match(/<link rel="stylesheet"[^>]*>/g) ?? []).join("\n    ");
      for (const page of pages) {
        const file = join(folder, page.file);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, pageOf(page, pages, styles));
      }
      writeFileSync(join(folder, "docs.css"), readFileSync(resolve(root, "tools/build/docs-pages.css")));
      addresses = [
        "/docs/",
        "/docs/docs.css",
        "/docs/docs.js",
        "/mark.svg",
        ...shownBy(out, styles),
        ...pages.map(({ file }) => `/docs/${file}`),
      ];
    },
    closeBundle: {
      sequential: true,
      async handler() {
        // Also called after a build that failed: its own error is the one to read.
        if (addresses.length === 0) return;
        const parts = { root, out };
        await buildOneScript({ ...parts, entry: "src/main/docs.ts", file: "docs/docs.js" });
        const files = JSON.stringify({
          hash: hashOf(out, addresses, contractHash(root)),
          addresses,
        } satisfies DocsFiles);
        writeFileSync(join(out, ".vite", "manifest-docs.json"), files);
        const define = { DOCS_FILES: files };
        await buildOneScript({ ...parts, entry: "src/main/docs-sw.ts", file: "docs/sw.js", define });
      },
    },
  };
}

/** Style sheets of the console, and the fonts that they name. */
function shownBy(out: string, styles: string): string[] {
  const sheets = [...styles.matchAll(/href="([^"]+)"/g)].flatMap(([, href]) => href ?? []);
  const fonts = sheets.flatMap((sheet) =>
    [...readFileSync(join(out, sheet), "utf8").matchAll(/url\("?([^")]+\.woff2)"?\)/g)].map(
      ([, address = ""]) => new URL(address, `http://host${sheet}`).pathname,
    ),
  );
  return [...new Set([...sheets, ...fonts])];
}

/** @param contract hash of the API's description, which is kept with the pages */
function hashOf(out: string, addresses: readonly string[], contract: string): string {
  const hash = createHash("sha256").update(contract);
  for (const address of addresses)
    hash.update(readFileSync(join(out, address.replace(/\/$/, "/index.html"))));
  return hash.digest("hex").slice(0, 16);
}
