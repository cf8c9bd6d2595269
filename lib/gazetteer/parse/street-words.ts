const words = (text: string) => new Set(text.split(/\s+/))

/** Start a street at any position: place names contain them only after "de" or "del". */
export const strongStreetWords =
  words(`calle carrer carre cll avenida avinguda avda avd avgda avenue paseo passeig
  pso psg plaza placa pza plz praca pca praza carretera ctra crta travesia travessia travessera trv tva glorieta gta
  callejon callejuela rue boulevard bd bld bulevar viale piazza corso quai impasse chemin passatge pasaje ptge
  apartado apdo poligono polig urbanizacion urbanitzacio urb camino cami cno rua strada calleja`)

/** Start a street or a site only at the start of a part that is not a place name: Ronda, Alameda, La Rambla. */
export const weakStreetWords =
  words(`ronda rda rambla rbla ramblas alameda cuesta costanilla bajada baixada subida
  vereda distrito barrio barriada bario barri bo colonia residencial residencia edificio edif parque parc hotel hostal
  hospital cc aeropuerto aeroport airport estacion estacio station sector parcela finca cortijo masia
  partida paraje diseminado km kilometro puerta portal via gran largo place platz cours allee square r p pl pg pol pi c cl
  cr av ave muelle moll universidad universitat facultad instituto colegio ies ceip escuela iglesia catedral estadio
  mercado camping playa bodega almacen nave taller supermercado restaurante bar cafe cafeteria tienda farmacia
  concesionario museo teatro urb bda pje psje passage route allees esplanade parking piso local oficina vico vicolo
  travessa estrada tv cra crer`)

/** Weak street words of sites that may be anywhere in a province: "Playa Honda, Murcia" is 40 km from the city. */
export const siteWords = words('playa camping cortijo finca masia partida paraje diseminado')

/** End an English street: "10 Downing Street". */
export const endStreetWords = words(
  'street road rd lane square sq drive terrace crescent gardens avenue ave close court mews row grove',
)

/** End of a one-word German, Dutch or Basque street name: "Friedrichstraße", but not "Damrak". */
export const streetEnding =
  /.{2}(?:strasse|strasze|straat|str|laan|gasse|platz|allee|plein|gracht|kade|kalea|etorbidea)$|^(?:kalea|etorbidea|hiribidea|ibilbidea|strasse)$/

/** Connect the words on both sides into one name. */
export const connectors = words(
  'de del d la las los el l els les i y e da do dos das di des du von van und of the au aux a en in',
)

/** Do not help to locate an address: doors, floors, fillers. */
export const noiseWords =
  words(`izq izda izqda izquierda dcha dch der derecha bajo bajos bj bja atico sobreatico pta pta puerta
  piso planta plta esc escalera escala portal bloque bl blq bloc local nave oficina ofi ofic despacho bis entlo entresuelo
  principal pral ppal int interior ext exterior duplicado dupl num numero no nro n km cp codigo postal capital ciudad
  city centro centre center town provincia prov municipio mun sn floor flat apt apartment apto apartamento etage
  casa chalet parcela edificio direccion address adress entrega recogida origen destino tel tfno
  telefono movil phone att attn atn`)

/** Change the name that follows: "Nueva York" is not York. */
export const changingWords = words(
  'nueva nuevo nova nou noves new old grand grande san santa santo sant saint st villa vila torre puerto port alto alta bajo baja los las valle monte castillo casas',
)

export const months = words(
  'enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre gener febrer marc abril maig juny juliol agost setembre octubre novembre desembre',
)
