/** Degrees: south, north, west, east. */
type Box = [south: number, north: number, west: number, east: number]

/**
 * Landmasses without a road to the European mainland: all inhabited islands of Spain and Portugal, and islands of the
 * rest of Europe with more than about 20,000 people. A box extends over the sea around its island and contains no
 * address of another shore; where a strait is narrower than a box, the island has several boxes.
 */
export const landmasses: { name: string; boxes: Box[] }[] = [
  { name: 'mallorca', boxes: [[39.1, 40.0, 2.25, 3.52]] },
  { name: 'menorca', boxes: [[39.78, 40.12, 3.75, 4.37]] },
  { name: 'ibiza', boxes: [[38.815, 39.15, 1.1, 1.68]] },
  { name: 'formentera', boxes: [[38.6, 38.815, 1.32, 1.62]] },
  { name: 'gran-canaria', boxes: [[27.7, 28.22, -15.88, -15.33]] },
  { name: 'fuerteventura', boxes: [[28.0, 28.8, -14.55, -13.78]] },
  {
    name: 'lanzarote',
    boxes: [
      [28.8, 29.21, -13.92, -13.36],
      [29.21, 29.26, -13.475, -13.36],
    ],
  },
  { name: 'la-graciosa', boxes: [[29.21, 29.31, -13.57, -13.475]] },
  { name: 'tenerife', boxes: [[27.95, 28.62, -16.96, -16.08]] },
  { name: 'la-gomera', boxes: [[27.98, 28.25, -17.38, -17.06]] },
  { name: 'la-palma', boxes: [[28.42, 28.9, -18.05, -17.68]] },
  { name: 'el-hierro', boxes: [[27.6, 27.89, -18.2, -17.84]] },
  { name: 'ceuta', boxes: [[35.86, 35.93, -5.385, -5.26]] },
  { name: 'melilla', boxes: [[35.262, 35.325, -2.975, -2.91]] },

  { name: 'madeira', boxes: [[32.58, 32.92, -17.32, -16.62]] },
  { name: 'porto-santo', boxes: [[32.98, 33.15, -16.45, -16.25]] },
  { name: 'santa-maria', boxes: [[36.9, 37.05, -25.22, -24.98]] },
  { name: 'sao-miguel', boxes: [[37.67, 37.94, -25.89, -25.1]] },
  { name: 'terceira', boxes: [[38.6, 38.83, -27.41, -27.01]] },
  { name: 'graciosa', boxes: [[38.98, 39.13, -28.1, -27.91]] },
  {
    name: 'sao-jorge',
    boxes: [
      [38.57, 38.78, -28.34, -28.0],
      [38.5, 38.7, -28.0, -27.72],
    ],
  },
  { name: 'pico', boxes: [[38.36, 38.57, -28.56, -28.0]] },
  { name: 'faial', boxes: [[38.5, 38.67, -28.87, -28.56]] },
  { name: 'flores', boxes: [[39.34, 39.55, -31.3, -31.1]] },
  { name: 'corvo', boxes: [[39.65, 39.74, -31.14, -31.06]] },

  {
    name: 'ireland',
    boxes: [
      [51.3, 55.27, -10.8, -5.4],
      [55.27, 55.45, -10.8, -6.1],
    ],
  },
  { name: 'isle-of-man', boxes: [[54.03, 54.43, -4.85, -4.28]] },
  {
    name: 'isle-of-wight',
    boxes: [
      [50.57, 50.7, -1.6, -1.52],
      [50.57, 50.735, -1.52, -1.45],
      [50.57, 50.772, -1.45, -1.05],
    ],
  },
  { name: 'jersey', boxes: [[49.15, 49.3, -2.28, -1.98]] },
  { name: 'guernsey', boxes: [[49.4, 49.53, -2.7, -2.48]] },
  {
    name: 'outer-hebrides',
    boxes: [
      [56.75, 57.78, -7.75, -7.05],
      [57.78, 58.55, -7.75, -6.13],
    ],
  },
  { name: 'orkney', boxes: [[58.7, 59.42, -3.5, -2.35]] },
  { name: 'shetland', boxes: [[59.48, 60.9, -2.2, -0.65]] },
  { name: 'faroe', boxes: [[61.3, 62.45, -7.8, -6.2]] },
  { name: 'iceland', boxes: [[63.2, 66.7, -24.7, -13.3]] },

  { name: 'gotland', boxes: [[56.88, 58.05, 18.0, 19.4]] },
  { name: 'bornholm', boxes: [[54.97, 55.32, 14.66, 15.2]] },
  { name: 'aland', boxes: [[59.85, 60.5, 19.3, 20.6]] },
  { name: 'saaremaa', boxes: [[57.88, 58.68, 21.7, 23.45]] },

  { name: 'corsica', boxes: [[41.34, 43.05, 8.5, 9.6]] },
  { name: 'sardinia', boxes: [[38.8, 41.34, 8.0, 9.9]] },
  {
    name: 'sicily',
    boxes: [
      [36.6, 38.245, 12.3, 15.6],
      [38.245, 38.32, 12.3, 15.665],
    ],
  },
  { name: 'elba', boxes: [[42.7, 42.88, 10.09, 10.45]] },
  { name: 'ischia', boxes: [[40.69, 40.77, 13.84, 13.97]] },
  { name: 'malta', boxes: [[35.78, 36.0, 14.17, 14.6]] },
  { name: 'gozo', boxes: [[36.0, 36.1, 14.17, 14.36]] },
  { name: 'cyprus', boxes: [[34.5, 35.75, 32.2, 34.65]] },

  {
    name: 'corfu',
    boxes: [
      [39.6, 39.84, 19.6, 19.97],
      [39.35, 39.6, 19.6, 20.14],
    ],
  },
  { name: 'kefalonia', boxes: [[38.03, 38.51, 20.3, 20.85]] },
  { name: 'zakynthos', boxes: [[37.63, 37.95, 20.6, 21.01]] },
  { name: 'crete', boxes: [[34.9, 35.72, 23.4, 26.4]] },
  { name: 'syros', boxes: [[37.36, 37.52, 24.84, 24.99]] },
  { name: 'naxos', boxes: [[36.9, 37.22, 25.32, 25.61]] },
  {
    name: 'lesbos',
    boxes: [
      [38.95, 39.2, 25.8, 26.63],
      [39.2, 39.41, 25.8, 26.5],
    ],
  },
  { name: 'chios', boxes: [[38.13, 38.62, 25.83, 26.18]] },
  { name: 'samos', boxes: [[37.62, 37.83, 26.55, 27.08]] },
  { name: 'kos', boxes: [[36.65, 36.945, 26.9, 27.365]] },
  { name: 'rhodes', boxes: [[35.85, 36.49, 27.66, 28.27]] },
]
