/**
 * The key of an act, in its button. Drawn by the style sheet, because the label of the button is what screen readers
 * say.
 */
export const KeyHint = ({ of }: { of: string }) => <span className="panel-key" data-key={of} aria-hidden />
