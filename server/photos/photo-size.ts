/** Spec part 8: "2 MB per image", read the generous way. */
export const mostPhotoBytes = 2_097_152
