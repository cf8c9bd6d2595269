import { fold } from './fold.ts'
import { idsNamed, type PlaceId, type Places } from './places.ts'

type Data = { places: Places; country: string }

/** The place of a postal row as people write it: "Hospitalet De Llobregat, L'" → "L'Hospitalet de Llobregat". */
export function nameOfRow({ places, country }: Data, place: string): string {
  const written = smallWords(articleFirst(place))
  const folded = fold(written)
  // The files leave out accents.
  const id = idsNamed(places, folded).find(
    (each) => places.country[each] === country && fold(places.nameOf(each)) === folded,
  )
  return id === undefined ? written : places.nameOf(id)
}

/** The places that the row may mean, by each of its names: "Elx/Elche". */
export function idsOfRow({ places, country }: Data, place: string): Set<PlaceId> {
  const written = articleFirst(place)
  const names = [written, ...written.split('/')].flatMap((name) => idsNamed(places, fold(name)))
  return new Set(names.filter((id) => places.country[id] === country))
}

/** "Planes, Les (Sant Cugat)" → "Les Planes (Sant Cugat)". */
export const articleFirst = (place: string): string =>
  place.replace(
    /^([^,(]+), (l'|s'|el|la|los|las|els|les|a|o|as|os|es|sa|ses)(?=$| \()/iu,
    (_, name: string, article: string) => `${article}${article.endsWith("'") ? '' : ' '}${name}`,
  )

const smallWords = (place: string): string =>
  place.replaceAll(/ (?:De|Del|Dels|I|Y)(?: (?:El|La|Los|Las|Els|Les))?(?= )/g, (words) =>
    words.toLowerCase(),
  )
