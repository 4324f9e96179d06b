import { useState } from "react";
import { Banner } from "../ui/banner.tsx";
import { Button } from "../ui/button.tsx";
import { useInstallWay } from "./install-way.ts";

const ANSWERED = "wb.install";

const isAnswered = (): boolean => {
  try {
    return localStorage.getItem(ANSWERED) !== null;
  } catch {
    return true;
  }
};

/** Offers the home screen once: any answer is kept, and it is not asked again on this device. */
export function InstallHint({ text, show, later }: Readonly<Record<"text" | "show" | "later", string>>) {
  const way = useInstallWay();
  const [answered, setAnswered] = useState(isAnswered);
  const isPhone = way === "prompt" || way === "ios" || matchMedia("(pointer: coarse)").matches;
  if (answered || way === "done" || !isPhone) return null;
  const answer = () => {
    setAnswered(true);
    try {
      localStorage.setItem(ANSWERED, "answered");
    } catch {
      // Without storage the answer lasts for this page.
    }
  };
  return (
    <Banner
      icon="phone"
      actions={
        <>
          <Button variant="tonal" href="/c/install" onClick={answer}>
            {show}
          </Button>
          <Button variant="text" onClick={answer}>
            {later}
          </Button>
        </>
      }
    >
      {text}
    </Banner>
  );
}
