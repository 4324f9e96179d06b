import "./styles/modal.css";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useWords } from "../i18n/words.ts";
import { IconButton } from "./button.tsx";
import { classes } from "./class-names.ts";

export interface DialogProps {
  open: boolean;
  /** Escape, the close button and a press outside ask for this; the caller then sets `open` to false. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  /** Press outside and Escape do nothing, e.g. while money moves. */
  locked?: boolean;
  wide?: boolean;
}

/** A question or a short task above the page, on the platform's own modal dialog. */
export function Dialog(props: DialogProps) {
  return props.open && <Modal {...props} look="dialog" />;
}

/** Like a dialog, but it slides in: from below on a phone, from the end side on a wide screen. */
export function Sheet(props: DialogProps) {
  return props.open && <Modal {...props} look="sheet" />;
}

function Modal({
  onClose,
  title,
  children,
  actions,
  locked = false,
  wide,
  look,
}: DialogProps & { look: "dialog" | "sheet" }) {
  const t = useWords("hall");
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // Closed while it is still in the page: only then the platform gives the focus back to what opened it.
  useLayoutEffect(() => {
    const dialog = box.current;
    if (!dialog) return;
    dialog.showModal();
    // The platform starts at the first button, which is Close; the title says better what this is about.
    if (document.activeElement?.closest("[data-close]")) heading.current?.focus();
    return () => dialog.close();
  }, []);
  return (
    // The press outside lands on the dialog element itself, whose content fills its box; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={box}
      className={classes("modal", look, wide && "modal-wide")}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!locked) onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && !locked && onClose()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div className="modal-body">
        <header className="card-head">
          <h2 className="title-large" id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {!locked && (
            <span className="contents" data-close>
              <IconButton icon="close" label={t("ui.close")} onClick={onClose} />
            </span>
          )}
        </header>
        <div className="modal-content">{children}</div>
        {actions !== undefined && <footer className="modal-actions">{actions}</footer>}
      </div>
    </dialog>
  );
}
