import { useState } from "react";
import { phone, phoneView } from "#features/courier/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import "#web/phone/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";

/** End of an attempt to make room. */
type Made = "removed" | "nothing" | "failed";

const makeRoom = (): Promise<Made> =>
  phone()
    .then((one) => one.makeRoom())
    .then(
      (isMade) => (isMade ? "removed" : "nothing"),
      () => "failed",
    );

/** Stands in the warning of a short phone, and says what came of it: there, or in passing where the warning goes with it. */
export function MakeRoom() {
  const t = useWords("phone");
  const [made, setMade] = useState<Made>();
  const [isWorking, setWorking] = useState(false);
  const make = async () => {
    const { warnings } = phoneView();
    setWorking(true);
    setMade(await makeRoom());
    setWorking(false);
    const left = phoneView().warnings;
    if (left.includes("full")) return;
    if (!left.includes("nearly-full")) showSnack({ text: t("room.made"), topic: "room" });
    else if (warnings.includes("full")) showSnack({ text: t("room.some"), topic: "room" });
  };
  return (
    <div className="stack gap-2">
      <p role="status">{made !== undefined && t(`room.${made}`)}</p>
      <Button variant="outlined" icon="delete" loading={isWorking} onClick={() => void make()}>
        {t("room.make")}
      </Button>
    </div>
  );
}
