/** Words of a provider or a bank, which are in English on every page. */
export const Quoted = ({ text }: { text: string }) => <q lang="en">{text}</q>
