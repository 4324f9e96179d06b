import { type RefObject, useEffect, useRef, useState } from "react";
import { type Camera, type CameraTrouble, openCamera } from "./camera.ts";
import { type Decoder, openDecoder } from "./decoder.ts";

/** State of the camera; `no-library` where codes cannot be read, so that they are typed. */
export type ScannerState = "starting" | "running" | "no-library" | CameraTrouble;

interface Scanner {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: ScannerState;
  readonly torch: Camera["torch"];
}

/** Pause between two pictures: a phone that reads all the time grows hot. */
const PAUSE_MS = 120;
/** A code that stays in the picture counts once in this time. */
const SAME_MS = 3_000;

/** Runs the camera while the component is shown and gives each code that it sees to `onText`. */
export function useScanner(onText: (text: string) => void): Scanner {
  const video = useRef<HTMLVideoElement>(null);
  const newest = useRef(onText);
  const [state, setState] = useState<ScannerState>("starting");
  const [torch, setTorch] = useState<{ readonly light: Camera["torch"] }>();
  useEffect(() => {
    newest.current = onText;
  });
  useEffect(() => {
    const run = new Run((text) => newest.current(text));
    void run.start(video, setState, (light) => setTorch({ light }));
    return () => run.stop();
  }, [video]);
  return { video, state, torch: torch?.light };
}

/** One use of the camera, from its start until the page leaves it. */
class Run {
  #camera: Camera | undefined;
  #decoder: Decoder | undefined;
  #isOver = false;
  readonly #seen = new Map<string, number>();
  readonly #onText: (text: string) => void;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  async start(
    video: RefObject<HTMLVideoElement | null>,
    onState: (state: ScannerState) => void,
    onTorch: (torch: Camera["torch"]) => void,
  ): Promise<void> {
    const decoder = openDecoder().catch(() => undefined);
    const camera = await openCamera();
    if (typeof camera === "string") {
      void decoder.then((opened) => opened?.close());
      if (!this.#isOver) onState(camera);
      return;
    }
    this.#camera = camera;
    this.#decoder = await decoder;
    if (this.#isOver) return this.stop();
    if (!this.#decoder) {
      this.stop();
      return onState("no-library");
    }
    const shown = video.current;
    if (!shown) return this.stop();
    shown.srcObject = camera.stream;
    await shown.play().catch(() => undefined);
    onTorch(camera.torch);
    onState("running");
    await this.#look(this.#decoder, shown);
  }

  async #look(decoder: Decoder, video: HTMLVideoElement): Promise<void> {
    while (!this.#isOver) {
      const texts = await decoder.read(video).catch(() => []);
      const now = performance.now();
      for (const text of new Set(texts)) {
        const isNew = now - (this.#seen.get(text) ?? -Infinity) > SAME_MS;
        this.#seen.set(text, now);
        if (isNew && !this.#isOver) this.#onText(text);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  stop(): void {
    this.#isOver = true;
    this.#camera?.close();
    this.#decoder?.close();
  }
}
