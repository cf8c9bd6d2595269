declare module 'virtual:theme.css'
declare module 'virtual:map-countries' {
  const url: string
  export default url
}
declare module 'virtual:map-towns' {
  const url: string
  export default url
}
