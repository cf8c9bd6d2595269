/** Words that many people take for a password, English and Spanish, in lower case and without accents. */
export const commonWords: readonly string[] = `
  password passwort contrasena secret secreto clave welcome bienvenido bienvenida bienvenidos letmein hello hola
  monkey dragon master superman batman spiderman pokemon starwars football futbol baseball basketball soccer
  hockey golf tennis tenis princess princesa sunshine shadow michael jordan jennifer jessica ashley daniel thomas
  andrew joshua matthew robert carlos maria jose antonio manuel francisco david javier miguel alejandro alberto
  sergio pablo laura lucia carmen marta cristina isabel elena barcelona madrid sevilla valencia espana realmadrid
  atletico betis zaragoza bilbao london paris america england germany mexico argentina colombia summer verano
  winter invierno spring primavera autumn otono january enero february march marzo april abril june junio july
  julio august agosto september septiembre october octubre november noviembre december diciembre monday lunes
  friday viernes sunday domingo iloveyou tequiero teamo mylove amor amormio corazon qwerty qwertyuiop qwertyui
  asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc administrator administrador admin root user usuario guest test
  testing prueba demo temporal changeme cambiame default system sistema server servidor service servicio company
  empresa office oficina login access acceso computer ordenador internet google facebook whatsapp amazon apple
  microsoft windows android iphone samsung trustno freedom libertad whatever nothing nada purple orange yellow
  amarillo green verde blue azul black negro white blanco silver golden flower flores butterfly mariposa
  chocolate cookie cheese coffee cafe banana killer hunter ranger thunder diamond ginger pepper tigger charlie
  buster rocky lucky angel angelito guitar music musica delivery entrega reparto transporte paquete camion
  furgoneta mudanza carrier express
`
  .trim()
  .split(/\s+/)
