import { type DetailedFault, faultsOf, type Issue } from "#contract/field-fault.ts";
import { getAt, isWithin, type PathOf, setAt, type ValueAt } from "./path.ts";

/** Why an input is refused: a word of the catalogue, or a refusal's code. */
export interface Fault {
  readonly code: string;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** The part of a `zod/mini` schema that forms use. */
export interface FormSchema<Out> {
  safeParse(
    input: unknown,
  ): { success: true; data: Out } | { success: false; error: { issues: readonly Issue[] } };
}

/** Asks somebody else about a value, e.g. the server; answers a code when it is refused. */
export type AsyncCheck = (value: unknown, signal: AbortSignal) => Promise<string | undefined>;

export interface FormOptions<V extends object, Out> {
  /** Fetched when an input is touched, where the form is shown before its schema is there. */
  schema: FormSchema<Out> | (() => Promise<FormSchema<Out>>);
  initial: V;
  /** Converts the typed values to the schema's input (texts to numbers, blanks to null), keeping the names. */
  toInput?: (values: V) => unknown;
  checks?: Partial<Record<PathOf<V>, AsyncCheck>>;
}

interface Input {
  readonly label: string;
  readonly focus: () => void;
  /** Its element, to find which of two comes first on the page. */
  readonly element?: () => HTMLElement | null;
}

interface Answer {
  readonly value: unknown;
  readonly fault: Fault | undefined;
  readonly done: Promise<void>;
  readonly stop: AbortController;
}

export interface FormError extends Fault {
  readonly path: string;
  readonly label: string | undefined;
}

export type FormStore<V extends object, Out = unknown> = ReturnType<typeof createForm<V, Out>>;

/**
 * The state of one form, apart from React.
 *
 * A form is valid exactly when none of its inputs reports an error. An input reports only after it was touched (left,
 * or submitted); what is reported follows every change at once.
 */
export function createForm<V extends object, Out>({
  schema,
  initial,
  toInput,
  checks = {},
}: FormOptions<V, Out>) {
  let values = initial;
  let everything = false;
  let busy = false;
  let tries = 0;
  let problem: unknown;
  const touched = new Set<string>();
  const inputs = new Map<string, Input>();
  const refused = new Map<string, Fault>();
  const answers = new Map<string, Answer>();
  const listeners = new Set<() => void>();
  let parsed: { of: V; faults: readonly DetailedFault[]; data: Out | undefined } | undefined;
  let shown: ReadonlyMap<string, Fault> | undefined;
  let rules = typeof schema === "function" ? undefined : schema;

  const notify = () => {
    shown = undefined;
    for (const listener of listeners) listener();
  };

  async function fetchRules(): Promise<void> {
    if (rules || typeof schema !== "function") return;
    rules = await schema();
    parsed = undefined;
    notify();
  }

  function parse(): { faults: readonly DetailedFault[]; data: Out | undefined } {
    if (parsed?.of === values) return parsed;
    if (!rules) return { faults: [], data: undefined };
    const input = toInput ? toInput(values) : values;
    const result = rules.safeParse(input);
    parsed = {
      of: values,
      faults: result.success ? [] : faultsOf(result.error.issues, input),
      data: result.success ? result.data : undefined,
    };
    return parsed;
  }

  /** The input that shows a fault found at this path: itself, or the nearest one around it. */
  function inputOf(path: string): string {
    for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("."))))
      if (inputs.has(at)) return at;
    return path;
  }

  const isTouched = (path: string) => everything || touched.has(path);

  /** Everything that inputs report now, in the order: refused by the server, by the schema, by an asynchronous check. */
  function errors(): ReadonlyMap<string, Fault> {
    if (shown) return shown;
    const found = new Map<string, Fault>();
    const report = (path: string, fault: Fault) => {
      const at = inputOf(path);
      if (isTouched(at) && !found.has(at)) found.set(at, fault);
    };
    for (const [path, fault] of refused) report(path, fault);
    for (const [path, input] of inputs)
      if (isTouched(path) && isHalfTyped(input)) report(path, { code: "wrong-format", facts: {} });
    for (const fault of parse().faults) report(fault.path, fault);
    for (const [path, answer] of answers) {
      if (answer.fault && Object.is(answer.value, getAt(values, path))) report(path, answer.fault);
    }
    shown = found;
    return found;
  }

  function set<P extends PathOf<V>>(path: P, value: ValueAt<V, P>): void {
    if (Object.is(getAt(values, path), value)) return;
    values = setAt(values, path, value);
    for (const at of refused.keys()) if (isWithin(at, path) || isWithin(path, at)) refused.delete(at);
    for (const [at, answer] of answers) {
      if (!isWithin(at, path)) continue;
      answer.stop.abort();
      answers.delete(at);
    }
    notify();
  }

  /** Runs the asynchronous check of an input, unless its answer for this value is known or on its way. */
  function ask(path: string): Promise<void> {
    const check = (checks as Record<string, AsyncCheck | undefined>)[path];
    const value = getAt(values, path);
    const known = answers.get(path);
    if (!check || parse().faults.some((fault) => inputOf(fault.path) === path)) return Promise.resolve();
    if (known && Object.is(known.value, value)) return known.done;
    known?.stop.abort();
    const stop = new AbortController();
    const done = check(value, stop.signal).then(
      (code) =>
        settle(path, {
          value,
          fault: code === undefined ? undefined : { code, facts: {} },
          done: Promise.resolve(),
          stop,
        }),
      // A check that could not be made refuses nothing: the server will say it on submit.
      () => settle(path, undefined, stop),
    );
    answers.set(path, { value, fault: undefined, done, stop });
    return done;
  }

  function settle(path: string, answer: Answer | undefined, stop = answer?.stop): void {
    if (answers.get(path)?.stop !== stop) return;
    if (answer) answers.set(path, answer);
    else answers.delete(path);
    notify();
  }

  function touch(path: string): void {
    // Rules that failed to load are asked for again by the next touch, and by the submit, which says so.
    fetchRules().catch(() => undefined);
    if (!touched.has(path)) {
      touched.add(path);
      notify();
    }
    void ask(path);
  }

  async function settleChecks(within: (path: string) => boolean): Promise<void> {
    await Promise.all(Object.keys(checks).filter(within).map(ask));
  }

  function focusFirst(): void {
    tries += 1;
    const [first] = order(errors().keys());
    if (first !== undefined) inputs.get(first)?.focus();
    notify();
  }

  /** Inputs come in the order in which the page shows them. */
  const order = (paths: Iterable<string>) => {
    const known = [...inputs.keys()];
    const place = (path: string) => (known.includes(path) ? known.indexOf(path) : known.length);
    return [...paths].toSorted((a, b) => standsAfter(inputs.get(a), inputs.get(b)) ?? place(a) - place(b));
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    values: () => values,
    get: <P extends PathOf<V>>(path: P): ValueAt<V, P> => getAt(values, path) as ValueAt<V, P>,
    set,
    touch,
    isTouched,
    errorAt: (path: string): Fault | undefined => errors().get(path),
    errors: (): FormError[] =>
      order(errors().keys()).map((path) => ({
        path,
        label: inputs.get(path)?.label,
        ...faultAt(errors(), path),
      })),
    isValid: () => errors().size === 0,
    isBusy: () => busy,
    /** The server's answer that belongs to no input. */
    problem: () => problem,
    setProblem: (next: unknown): void => {
      problem = next;
      notify();
    },
    /** How often a submit was refused; grows so that the summary is read out again. */
    tries: () => tries,

    /** An input announces itself while it is on the page. */
    register: (path: string, input: Input): (() => void) => {
      inputs.set(path, input);
      shown = undefined;
      // A summary names inputs by their labels, which change with the language.
      if (tries > 0) notify();
      return () => {
        if (inputs.get(path) === input) inputs.delete(path);
        shown = undefined;
      };
    },

    /** Replaces all values, e.g. by what the server answered; nothing is touched then. */
    reset: (next: V = initial): void => {
      values = next;
      everything = false;
      touched.clear();
      refused.clear();
      answers.clear();
      notify();
    },

    /** Shows the faults for which the server would refuse, in place of those before; the focus stays. */
    showRefusals: (faults: readonly (Fault & { readonly path: string })[]): void => {
      refused.clear();
      for (const { path, ...fault } of faults) {
        refused.set(path, fault);
        touched.add(inputOf(path));
      }
      notify();
    },

    /** Shows the server's refusals on the inputs at fault; gone when they change. Returns whether all found one. */
    setErrors: (faults: readonly { path: string; code: string; facts?: Fault["facts"] }[]): boolean => {
      for (const { path, code, facts = {} } of faults) {
        refused.set(path, { code, facts });
        touched.add(inputOf(path));
      }
      notify();
      const placed = faults.every(({ path }) => inputs.has(inputOf(path)));
      if (placed) focusFirst();
      return placed;
    },

    /** Touches some inputs (a step of a flow) and goes to the first error among them. */
    checkPart: async (paths: readonly PathOf<V>[]): Promise<boolean> => {
      await fetchRules();
      const inside = (path: string) => paths.some((root) => isWithin(path, root));
      const named = [...inputs.keys(), ...parse().faults.map((fault) => inputOf(fault.path)), ...paths];
      for (const path of named.filter(inside)) touched.add(path);
      notify();
      await settleChecks(inside);
      const wrong = order(errors().keys()).filter(inside);
      if (wrong.length === 0) return true;
      focusFirst();
      return false;
    },

    /** Touches everything; when nothing reports an error, passes the parsed value on, once at a time. */
    submit: async (send: (value: Out) => Promise<void> | void): Promise<boolean> => {
      if (busy) return false;
      everything = true;
      problem = undefined;
      refused.clear();
      notify();
      busy = true;
      try {
        await fetchRules();
        await settleChecks(() => true);
        const { data } = parse();
        if (errors().size > 0 || data === undefined) {
          focusFirst();
          return false;
        }
        notify();
        await send(data);
        return true;
      } finally {
        busy = false;
        notify();
      }
    },
  };
}

/** A day or time of which a part is missing: the browser hands out an empty text for it. */
function isHalfTyped({ element }: Input): boolean {
  // Pages are drawn ahead where elements have no validity.
  const shown: (HTMLElement & { readonly validity?: ValidityState }) | null | undefined = element?.();
  return shown?.validity?.badInput === true;
}

/** 1 when `a` stands after `b` on the page, -1 before; undefined when that is unknown. */
function standsAfter(a: Input | undefined, b: Input | undefined): number | undefined {
  const first = a?.element?.();
  const second = b?.element?.();
  if (!first || !second || first === second) return undefined;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;
}

const faultAt = (errors: ReadonlyMap<string, Fault>, path: string): Fault =>
  errors.get(path) ?? { code: "not-allowed", facts: {} };
