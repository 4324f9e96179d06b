import type { CDPSession, Page } from "playwright-core";

/** Properties of a node of Chromium's accessibility tree, as far as a reader says them. */
interface Node {
  readonly nodeId: string;
  readonly backendDOMNodeId?: number;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string };
  readonly name?: { readonly value?: string };
  readonly description?: { readonly value?: string };
  readonly properties?: readonly Property[];
}

interface Property {
  readonly name: string;
  readonly value: {
    readonly value?: unknown;
    readonly relatedNodes?: readonly { readonly backendDOMNodeId?: number }[];
  };
}

/** Element as a screen reader says it. */
export interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: Readonly<Record<string, unknown>>;
}

/** Reads pages as a screen reader does: Chromium's own accessibility tree, and the live regions as they change. */
export interface ScreenReader {
  /** All that is said of the page, in its order, what is hidden left out. */
  tree(): Promise<Spoken[]>;
  /** The focus, or the option that the focused list points to. */
  focus(): Promise<Spoken>;
  /** Texts of live regions since the last call. */
  said(): Promise<string[]>;
}

const propertyOf = ({ properties = [] }: Node, name: string): Property["value"] | undefined =>
  properties.find((one) => one.name === name)?.value;

const spokenOf = (node: Node): Spoken => ({
  role: node.role?.value ?? "",
  name: node.name?.value ?? "",
  description: node.description?.value ?? "",
  states: Object.fromEntries((node.properties ?? []).map(({ name, value }) => [name, value.value])),
});

/** Begins before the page is opened: live regions are heard from its first one on. */
export async function openScreenReader(page: Page): Promise<ScreenReader> {
  await page.addInitScript(noteLiveRegions);
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("Accessibility.enable");
  const nodes = async (): Promise<Node[]> => {
    const tree: { readonly nodes: readonly Node[] } = await session.send("Accessibility.getFullAXTree");
    return tree.nodes.filter(({ ignored }) => !ignored);
  };
  return {
    tree: async () => (await nodes()).map(spokenOf),
    async focus() {
      const all = await nodes();
      const focused = all.findLast((node) => propertyOf(node, "focused")?.value === true);
      if (!focused) throw new Error("nothing has the focus");
      const pointed = propertyOf(focused, "activedescendant")?.relatedNodes?.[0]?.backendDOMNodeId;
      const option =
        pointed === undefined ? undefined : all.find(({ backendDOMNodeId: id }) => id === pointed);
      return spokenOf(option ?? focused);
    },
    said: () =>
      page.evaluate(() => {
        const said: string[] = Reflect.get(globalThis, "saidLive") ?? [];
        Reflect.set(globalThis, "saidLive", []);
        return said;
      }),
  };
}

/** Runs in the page: keeps each text that a live region takes on. */
function noteLiveRegions(): void {
  const LIVE = "[aria-live=polite], [aria-live=assertive], [role=status], [role=alert], [role=log], output";
  const said: string[] = [];
  Reflect.set(globalThis, "saidLive", said);
  const known = new WeakMap<Element, string>();
  const look = (): void => {
    for (const region of document.querySelectorAll<HTMLElement>(LIVE)) {
      const text = region.innerText.replaceAll(/\s+/g, " ").trim();
      if (text === (known.get(region) ?? "")) continue;
      known.set(region, text);
      const list: unknown = Reflect.get(globalThis, "saidLive");
      if (text !== "" && Array.isArray(list)) list.push(text);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}
