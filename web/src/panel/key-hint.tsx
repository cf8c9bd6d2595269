/**
 * Shows the shortcut key of an act inside its button. CSS draws it (`::after`): it must not be part of the button's
 * name for screen readers.
 */
export const KeyHint = ({ of }: { of: string }) => <span className="panel-key" data-key={of} aria-hidden />
