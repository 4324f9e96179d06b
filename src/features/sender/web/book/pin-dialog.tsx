import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { placesApi } from "#features/places/contract/api.ts";
import type { Address } from "#features/places/contract/api.ts";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { MapView } from "#web/map/map-view.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import "../sender.css";

export interface PinDialogProps {
  address: Address;
  onClose: () => void;
  onConfirm: (address: Address) => void;
}

/** Asks whether the pin is at the right entrance. The typed text stays; the point is the pin's. */
export function PinDialog({ address, onClose, onConfirm }: PinDialogProps) {
  const t = useWords("book");
  const [point, setPoint] = useState<Point>(address.point);
  const [detail, setDetail] = useState(address.detail ?? "");
  const moved = point !== address.point;
  const here = useQuery({
    queryKey: ["place-at", point.lon, point.lat],
    queryFn: ({ signal }) => call(placesApi.placeAt, point, { signal }),
    placeholderData: keepPreviousData,
  });
  const fitTo = useMemo(() => [address.point], [address.point]);
  const confirm = () => {
    const precision = moved ? ("manual" as const) : address.precision;
    onConfirm({
      ...address,
      point,
      precision,
      detail: detail.trim() === "" ? null : detail.trim(),
      pinConfirmed: true,
    });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("pin.title")}
      actions={
        <>
          <Button variant="text" onClick={onClose}>
            {t("pin.back")}
          </Button>
          <Button variant="filled" icon="check" onClick={confirm}>
            {t("pin.confirm")}
          </Button>
        </>
      }
    >
      <div className="stack gap-3">
        <p>
          <strong>
            <bdi>{address.label}</bdi>
          </strong>
        </p>
        <MapView
          className="book-map"
          label={t("pin.map")}
          fitTo={fitTo}
          pin={{ point, onMove: setPoint, onConfirm: confirm }}
        />
        <p className="small quiet" aria-live="polite">
          {moved && here.data?.hit && `${t("pin.near", { label: here.data.hit.address.label })} `}
          {here.data && <span className="serial">{here.data.plusCode}</span>}
        </p>
        {here.data?.inArea === false && <Banner tone="warning">{t("pin.outside")}</Banner>}
        <RefusalNote error={here.error} onRetry={() => void here.refetch()} />
        <TextField
          label={t("pin.detail")}
          hint={t("pin.detail-hint")}
          value={detail}
          onChange={setDetail}
          maxLength={200}
        />
      </div>
    </Dialog>
  );
}
