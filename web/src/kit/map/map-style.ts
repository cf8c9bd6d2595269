import countries from 'virtual:map-countries'
import towns from 'virtual:map-towns'
import type { StyleSpecification } from 'maplibre-gl'

const day = { water: '#cfe0e6', land: '#edf0e4', border: '#a9a79c', dot: '#6b7772', text: '#2c3833' }
const night = { water: '#0a1a22', land: '#1c2622', border: '#4b5a53', dot: '#8fa098', text: '#d5dfda' }

/** Map of land, borders and towns from the app's own files: no third-party requests, no font downloads, no streets. */
export function builtInStyle(dark: boolean): StyleSpecification {
  const colours = dark ? night : day
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: countries },
      towns: { type: 'geojson', data: towns },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
      { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': colours.land } },
      { id: 'borders', type: 'line', source: 'countries', paint: { 'line-color': colours.border } },
      {
        id: 'dots',
        type: 'circle',
        source: 'towns',
        filter: shownTowns,
        paint: { 'circle-radius': 2.5, 'circle-color': colours.dot },
      },
      {
        id: 'names',
        type: 'symbol',
        source: 'towns',
        filter: shownTowns,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': ['sans-serif'],
          'text-size': ['match', ['get', 'rank'], 0, 15, 1, 14, 12],
          'text-anchor': 'top',
          'text-offset': [0, 0.35],
          'symbol-sort-key': ['get', 'rank'],
        },
        paint: { 'text-color': colours.text, 'text-halo-color': colours.land, 'text-halo-width': 1.4 },
      },
    ],
  }
}

/** Smaller towns appear at higher zoom levels (`rank` from `web/build/map-towns.ts`). */
const shownTowns = ['<=', ['get', 'rank'], ['step', ['zoom'], 0, 3.5, 1, 5, 2, 6.3, 3]] as [
  '<=',
  ['get', string],
  ['step', ['zoom'], number, number, number, number, number, number, number],
]
