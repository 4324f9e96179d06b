/** Reasons for a scanner without a camera. */
export type CameraTrouble = "none" | "refused" | "busy";

export interface Camera {
  readonly stream: MediaStream;
  /** Switches the lamp; absent where the camera has none. */
  readonly torch: ((isOn: boolean) => Promise<void>) | undefined;
  close(): void;
}

const TROUBLES: Readonly<Record<string, CameraTrouble>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotReadableError: "busy",
  AbortError: "busy",
};

/** The camera at the back, or any where there is none. */
export async function openCamera(): Promise<Camera | CameraTrouble> {
  // Absent on pages without https.
  const devices = Reflect.get(navigator, "mediaDevices") as MediaDevices | undefined;
  if (!devices) return "none";
  try {
    const stream = await devices.getUserMedia({
      audio: false,
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    return {
      stream,
      torch: torchOf(stream),
      close: () => stream.getTracks().forEach((track) => track.stop()),
    };
  } catch (error) {
    return TROUBLES[error instanceof DOMException ? error.name : ""] ?? "none";
  }
}

function torchOf(stream: MediaStream): Camera["torch"] {
  const [track] = stream.getVideoTracks();
  if (!track || Reflect.get(track.getCapabilities(), "torch") !== true) return undefined;
  return (torch) => {
    // Safe: the browser said that it knows this constraint; the platform's types do not.
    const lamp = { torch } as MediaTrackConstraintSet;
    return track.applyConstraints({ advanced: [lamp] });
  };
}
