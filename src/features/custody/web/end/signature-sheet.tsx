import { useEffect, useRef, useState } from "react";
import SignaturePad from "signature_pad";
import { isSignature } from "#kernel/drawn-signature.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/dialog.tsx";

interface SignatureSheetProps {
  open: boolean;
  onClose: () => void;
  /** A PNG. */
  onSigned: (image: Blob) => void;
}

/** A sheet to sign on with a finger. Whoever cannot sign is photographed at the door instead. */
export function SignatureSheet({ open, onClose, onSigned }: SignatureSheetProps) {
  const t = useWords("custody");
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const [empty, setEmpty] = useState(true);
  const [tooLittle, setTooLittle] = useState(false);
  useEffect(() => {
    const sheet = canvas.current;
    if (!open || !sheet) return;
    const ratio = Math.max(1, devicePixelRatio);
    sheet.width = sheet.offsetWidth * ratio;
    sheet.height = sheet.offsetHeight * ratio;
    sheet.getContext("2d")?.scale(ratio, ratio);
    const made = new SignaturePad(sheet, { backgroundColor: "#ffffff", penColor: "#10131a" });
    made.addEventListener("beginStroke", () => setTooLittle(false));
    made.addEventListener("endStroke", () => setEmpty(false));
    pad.current = made;
    setEmpty(true);
    setTooLittle(false);
    return () => made.off();
  }, [open]);
  const clear = () => {
    pad.current?.clear();
    setEmpty(true);
    setTooLittle(false);
  };
  const keep = () => {
    const strokes = pad.current?.toData().map(({ points }) => points) ?? [];
    if (!isSignature(strokes)) return setTooLittle(true);
    canvas.current?.toBlob((image) => image && onSigned(image), "image/png");
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t("proof.signature")}
      actions={
        <>
          <Button size="large" onClick={clear}>
            {t("proof.clear")}
          </Button>
          <Button size="large" variant="filled" disabled={empty} onClick={keep}>
            {t("proof.keep")}
          </Button>
        </>
      }
    >
      <canvas ref={canvas} className="courier-signature">
        {t("proof.sign-here")}
      </canvas>
      {tooLittle ? (
        <Banner tone="trouble" urgent>
          {t("proof.too-little")}
        </Banner>
      ) : (
        <p className="quiet small">{t("proof.sign-hint")}</p>
      )}
    </Sheet>
  );
}
