/** Words of a provider or a bank, which come in English, whatever the language of the page. */
export const Quoted = ({ text }: { text: string }) => <q lang="en">{text}</q>
