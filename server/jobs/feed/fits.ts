import { type JobSize, jobSizes } from '#contract/vocabulary.ts'

/** Sizes a vehicle can carry: its own size and every smaller size. */
export const sizesThatFit = (vehicle: JobSize): JobSize[] => jobSizes.slice(0, jobSizes.indexOf(vehicle) + 1)
