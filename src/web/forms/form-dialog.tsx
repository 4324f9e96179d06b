import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/words.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FormBox, type FormBoxProps, formIdOf } from "./form-box.tsx";

interface FormDialogProps<V extends object, Out> extends FormBoxProps<V, Out> {
  title: string;
  /** Text of its one filled button. */
  does: string;
  /** `danger`: what it does cannot be taken back. */
  tone?: "normal" | "danger";
  onClose: () => void;
  wide?: boolean;
}

/** A dialog that is one form: its inputs, the way out, and the button that sends it; it stays while it is being sent. */
export function FormDialog<V extends object, Out>(props: FormDialogProps<V, Out>) {
  const { form, title, does, tone = "normal", onClose, wide = false, ...box } = props;
  const t = useWords("hall");
  const isBusy = useSyncExternalStore(form.subscribe, form.isBusy);
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      locked={isBusy}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("forms.cancel")}
          </Button>
          <Button variant="filled" tone={tone} type="submit" form={formIdOf(form)} loading={isBusy}>
            {does}
          </Button>
        </>
      }
    >
      <FormBox form={form} {...box} />
    </Dialog>
  );
}
