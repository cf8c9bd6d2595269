import { loadTexts } from '../../kit/language.ts'

/** Loads the review while the draft loads or the person types the code. */
export function preloadReview(): void {
  loadTexts('app')
  loadTexts('time')
  void import('../job/index.tsx').then(({ loadReview }) => loadReview())
}
