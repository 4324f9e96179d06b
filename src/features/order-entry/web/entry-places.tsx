import { ContactFields, EndField } from "#features/sender/web/public-parts.ts";
import { contactPart, tripPart } from "./entry-values.ts";
import type { EntryForm } from "./entry-values.ts";
import "./entry.css";

interface EntryPlacesProps {
  readonly form: EntryForm;
  /** Counts what was filled in: address boxes keep what was typed, new ones show what the form holds. */
  readonly fills: number;
}

/** From whom and where, to whom and where. */
export function EntryPlaces({ form, fills }: EntryPlacesProps) {
  return (
    <div className="entry-people">
      <ContactFields form={contactPart(form)} side="sender" own={false}>
        <EndField key={fills} form={tripPart(form)} name="pickup" />
      </ContactFields>
      <ContactFields form={contactPart(form)} side="recipient">
        <EndField key={fills} form={tripPart(form)} name="dropoff" />
      </ContactFields>
    </div>
  );
}
