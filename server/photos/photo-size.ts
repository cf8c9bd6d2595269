/** Spec part 8: "2 MB per image", read as 2 MiB in favour of the caller. */
export const maxPhotoBytes = 2_097_152

/** Enough for a photo of a phone camera; only a reduced copy is stored (`contract/app/customer.ts`, uploadPhoto). */
export const maxUploadBytes = 8_388_608
