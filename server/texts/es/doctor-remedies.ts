import type { Texts } from '../en/index.ts'

/** Qué hacer con lo que encuentra el doctor (`doctor.ts`). */
export const remedies: Texts['doctor']['remedies'] = {
  setCallProvider: 'Pon CALL_PROVIDER=none o escribe un proveedor (docs/recipes/call-provider.md)',
  continueInvoices:
    'ejecuta `dray invoice continue` con el siguiente número de cada serie, como R-2027-000120, o sin ninguno si no se ha emitido ningún recibo desde la copia',
  doAsItSays: 'Haz lo que indica, o pon en DATABASE_URL un PostgreSQL tuyo',
  lookAtSettings: 'Revisa la configuración',
  correctSetting:
    'Corrígelo y repite el diagnóstico: lo demás se comprueba cuando toda la configuración es válida',
  correctFile: 'Corrige el archivo; el resto de sus líneas vale',
  updateNode: 'Instala Node.js 24.18 o posterior',
  makeWritable: 'Da permiso de escritura al usuario que ejecuta Dray, o pon otra carpeta en DATA_DIR',
  freeSpaceNow: 'Libera espacio: sin él, PostgreSQL deja de aceptar borradores',
  freeSpaceSoon: 'Libera espacio antes de que se acabe',
  startDatabase:
    'Arranca PostgreSQL y comprueba que DATABASE_URL lo indica con el usuario y la contraseña correctos',
  updateServer: 'Dray necesita PostgreSQL 15 a 18: actualiza el servidor',
  namePrimary: 'Pon en DATABASE_URL el servidor principal, o una dirección que siempre lleve a él',
  synchronousStandby: 'Si nunca debe perderse un 201: fija synchronous_standby_names o synchronous_mode',
  raiseConnections:
    'Sube max_connections o baja DB_CONNECTIONS; una versión nueva necesita el doble mientras sustituye a la anterior',
  lowerPoolSize:
    'Sube max_connections, o baja default_pool_size y max_db_connections del agrupador; también cuentan los demás clientes de este PostgreSQL',
  sendUnprepared: 'Fija DB_PREPARED=off, o usa PgBouncer 1.21 o posterior con max_prepared_statements',
  setDirectUrl: 'Pon en DATABASE_DIRECT_URL la misma base de datos sin el agrupador de conexiones',
  ownPool:
    'Da a Dray un grupo sin otros clientes: un usuario o una entrada de base de datos solo para Dray en el agrupador',
  makeInUtf8: "Crea de nuevo la base de datos con: create database … encoding 'UTF8'",
  testedServers: 'Dray está probado con PostgreSQL 15 a 18',
  runNewer: 'Usa esa versión, o restaura una copia anterior a ella',
  migrate: 'Ejecuta `dray migrate`; el próximo arranque también lo hace',
  setClocks:
    'Pon las dos máquinas en hora con el mismo servidor: los límites y las caducidades dependen de estos relojes',
  startWorker:
    'Si ya hay uno, mira en su registro por qué no llega a la base de datos; si no, arranca `dray work` o `dray start`',
  restartNode: 'Reinícialo con la configuración de los demás',
  keepServiceName: (recorded, here) =>
    `Pon SERVICE_NAME=${recorded}, o anula las claves a propósito: dray installation set SERVICE_NAME ${here} --end-keys`,
  unset: (name) =>
    `Quita ${name} para el diagnóstico, o reinicia los servidores con ese valor si es el que quieres`,
  secretKeyNeeded: 'Haz lo que indica: sin su clave secreta no arranca ningún servidor',
  giveSecretKey:
    'Da a esta máquina la SECRET_KEY, o una copia de DATA_DIR/secret.key, que usan los servidores. Si la clave se ha perdido o quieres cambiarla: dray installation rekey',
  closeFile: (file) => `chmod o-rwx ${file}`,
  separateOwner:
    'Crea un segundo rol, ponlo en DATABASE_URL y pon en DATABASE_OWNER_URL el dueño de las tablas: docs/operating.md, "Audit log"',
  verifyAudit:
    'Ejecuta `dray audit verify` y compara el registro con una copia: docs/operating.md, "Audit log"',
  lookAtDatabase: 'Mira primero la base de datos',
  finerAddresses: (country) => finerAddresses(country),
  seeGeocoder:
    'Comprueba que el servicio funciona y que su configuración es correcta; mientras tanto, GEOCODER puede nombrar otro detrás',
  seeRouter:
    'Comprueba que el servicio funciona y que su configuración es correcta; mientras tanto, ROUTER puede nombrar otro detrás',
  seeData: 'Comprueba que sus datos cubren la zona en la que trabajas',
  seeDistance: 'Por carretera son unos 315 km: comprueba que sus datos cubren la zona en la que trabajas',
  setProcessor: 'Configura lo que necesita la pasarela de pago',
  realProcessor: 'Pon en PAYMENT_PROCESSOR una pasarela que acepte tarjetas de verdad',
  liveKey: 'Dale una clave real',
  postEvents: (steps) =>
    `Haz que envíe sus eventos a este Dray, como explica ${steps}: sin ellos, las novedades esperan a que la gente vuelva`,
  correctEndpoint: (url, steps) =>
    `Corrige el webhook ${url} en el panel de la pasarela, como explica ${steps}`,
  makeEndpoint: (steps) => `Créalo, como explica ${steps}`,
  enableEndpoint: 'Actívalo en el panel de la pasarela',
  letKeyRead: (steps) =>
    `Permite que la clave restringida lea los webhooks, o compáralos a mano con ${steps}`,
  setCardFields: (setting) =>
    `Pon ${setting}, del panel del procesador y del mismo modo que la clave secreta`,
  setNeeded: (setting, needed) => `Pon ${needed} o quita ${setting}`,
  connectProcessor: (name) => `Pon PAYMENT_PROCESSOR=${name} hasta que terminen`,
  stripeMode: (mode) =>
    `Stripe responde en modo ${mode === 'live' ? 'real' : 'de prueba'}: revisa STRIPE_API_URL`,
  stripeKeyUnknown: 'Stripe no conoce STRIPE_SECRET_KEY: cópiala de Desarrolladores, Claves de API',
  stripeKeyWeak:
    'STRIPE_SECRET_KEY no puede leer el saldo: da a la clave restringida los permisos que indica docs/operating.md',
  stripeUnreachable: (error) => `No se llega a Stripe en STRIPE_API_URL (${error})`,
  stripeFaulty: (error) => `Stripe responde con un fallo (${error}): consulta status.stripe.com`,
  seeBucket:
    'Comprueba que S3_ENDPOINT, S3_REGION y S3_BUCKET son correctos, que la clave puede guardar, leer, listar y borrar objetos, y que el reloj de esta máquina va en hora',
  movePhotos: (to) => `Trasládalas sin parar los servidores: npm run dray -- photos move --to ${to}`,
  shareFolder:
    'Da a todos los nodos la misma PHOTO_DIR en un disco compartido, o guarda las fotos en un bucket (PHOTO_STORAGE=s3)',
  seeStorage: 'Comprueba que el almacén admite escritura, tiene espacio y que su configuración es correcta',
  installAgain: 'Vuelve a instalar los paquetes con `npm ci`, también los opcionales, aquí mismo',
  confine:
    'En Linux, permite a este usuario crear espacios de nombres de usuario (`unshare` de util-linux), o ejecuta Dray como root, para que una foto maliciosa no tenga nada a su alcance',
  startRedis:
    'Arranca Redis y comprueba que REDIS_URL lo indica con el usuario y la contraseña correctos; hasta entonces cada nodo cuenta las llamadas por su cuenta',
  correctMailServer:
    'Comprueba que MAIL_URL indica un servidor de correo al que se llega desde aquí, con el usuario y la contraseña correctos',
  setProvider: 'Configura lo que necesita el proveedor',
  deliveringProvider: 'Pon en SMS_PROVIDER uno que entregue los SMS',
  setPlainLetters:
    'Pon es en SMS_PLAIN_LETTERS, o déjala sin valor, para quitar las tildes si así se ahorra un segmento',
  registerName: (name) =>
    `Inscribe ${name} en el registro de la CNMC con tu proveedor y pon SMS_SENDERS_REGISTERED=${name}, o envía a España desde un número (SMS_SENDERS=ES=+34…)`,
  setCountries: 'Pon en SMS_COUNTRIES los países en los que trabajas, como ES,PT',
  restorePushKeys: 'Restaura la fila `push_keys` de installation_secret',
  checkPushContact:
    'Comprueba que PUSH_CONTACT es una dirección tuya y que el reloj de la máquina va bien; mientras, se envían SMS',
  setContact: 'Pon PUSH_CONTACT, o una dirección https en BASE_URL',
  setReachedUrl: 'Pon en BASE_URL la dirección https a la que llegan los clientes',
  setHttps: 'Pon una dirección https en BASE_URL; con otras, los móviles no abren ninguna app',
  setLinkHost: 'Pon en APP_LINK_HOST el dominio para el que está registrada la app',
  setApps: (names) => `Si tienes apps, configura ${names.join(', ')}`,
  setCompany: (names) =>
    `Configura ${names.join(', ')}; docs/operating.md, «The company behind it», explica para qué sirve cada uno`,
  makeReadable: 'Da permiso de lectura del archivo al usuario que ejecuta Dray, o corrige el ajuste',
  tokenForPrometheus: 'Pon METRICS_TOKEN y dáselo a Prometheus',
  setToken: 'Pon METRICS_TOKEN',
}

export const finerAddresses = (country: string): string =>
  `ejecuta: npm run dray -- geo setup ${country} (códigos postales), o pon GEOCODER=photon,embedded (calles)`
