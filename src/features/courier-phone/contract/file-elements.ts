/** Element of the file that holds its content as JSON, with the SHA-256 of that text beside it. */
export const CONTENT_ID = "waybill-unsent";
/** Element with the bytes of a picture as a data address. */
export const pictureElement = (id: string): string => `picture-${id}`;

export const FILE_VERSION = 1;
