/** Spec part 8: "2 MB per image", read the generous way. */
export const mostPhotoBytes = 2_097_152

/** What a phone's camera makes at most; only the small copy is kept (`contract/app/customer.ts`, uploadPhoto). */
export const mostUploadBytes = 8_388_608
