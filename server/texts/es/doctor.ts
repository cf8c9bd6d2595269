import type { Texts } from '../en/index.ts'

/** Lo que dicen `dray doctor` y el panel de cada comprobación. */
export const doctor: Texts['doctor'] = {
  checks: {
    node: 'Node.js',
    configuration: 'configuración',
    dataFolder: 'carpeta de datos',
    database: 'base de datos',
    schema: 'esquema',
    connections: 'conexiones',
    clock: 'reloj',
    installation: 'instalación',
    secretKey: 'clave secreta',
    auditLog: 'registro de auditoría',
    geocoder: (name) => `geocodificador ${name}`,
    precision: 'precisión de las direcciones',
    payments: (name) => `pagos ${name}`,
    paymentEvents: (name) => `eventos de pagos ${name}`,
    router: (name) => `rutas ${name}`,
    photoStorage: (name) => `almacén de fotos ${name}`,
    sharedFolder: 'carpeta compartida de fotos',
    photoDecoder: 'decodificador de fotos',
    redis: 'Redis',
    sms: (name) => `SMS ${name}`,
    textLength: 'longitud de los SMS',
    push: 'notificaciones web-push',
    mail: 'servidor de correo',
    links: 'enlaces',
    apps: 'apps',
    company: 'empresa',
    metrics: 'métricas',
    invoices: 'recibos',
  },
  findings: {
    numbersGoOn: 'los números siguen sin huecos',
    numbersUnknown: (backup) =>
      `los recibos de dinero real esperan: se restauró la copia del ${backup} y pueden haberse dado números desde entonces`,
    quoted: (words) => words,
    version: (version) => version,
    noAnswerWithin: (seconds) => `no hubo respuesta en ${seconds} s`,
    doesNotAnswer: 'no responde',
    notChosen: 'no está elegido',
    settingsFine: 'toda la configuración es correcta',
    settingsFineWith: (file) => `toda la configuración es correcta, también la de ${file}`,
    fileUnreadable: (file, error) => `no se tiene en cuenta ${file}: no se puede leer (${error})`,
    unknownSetting: (file, name) => `${file}: ${name} no es una variable de Dray y no tiene efecto`,
    openSecrets: (file, names) =>
      `${file} contiene ${names.join(', ')} y cualquier usuario puede leerlo: chmod o-r ${file}`,
    littleSpace: (mebibytes) => `${mebibytes} MiB libres`,
    writable: (mebibytes) => `se puede escribir, ${mebibytes} MiB libres`,
    server: (version, encoding) => `PostgreSQL ${version}, ${encoding}`,
    standby: (version) => `PostgreSQL ${version} es una réplica, que rechaza toda escritura`,
    asynchronousStandby: (version) =>
      `PostgreSQL ${version} solo tiene réplicas asíncronas: un relevo puede perder los últimos borradores confirmados`,
    connections: (wanted, available) => `los nodos abren como máximo ${wanted} de ${available} conexiones`,
    tooManyConnections: (wanted, available) =>
      `los nodos pueden abrir ${wanted} conexiones, y PostgreSQL permite ${available}`,
    pooledConnections: (pooler, mode, open, available, direct) =>
      `${pooler}, por ${mode}; PostgreSQL tiene abiertas ${open} de ${available} conexiones, y los nodos abren como máximo ${direct} sin pasar por el agrupador`,
    pooledUnprepared: (pooler) => `${pooler} no guarda las sentencias preparadas de una transacción a otra`,
    pooledWithoutDirect: (pooler) =>
      `${pooler} por transaction: los avisos en directo llegan a los 3 s, y las migraciones y copias tienen sus límites de tiempo`,
    settingsLeaked: (pooler, names) =>
      `las conexiones de ${pooler} conservan ajustes de otros clientes: ${names.join(', ')}`,
    newerSchema: (migrations) => `modificado por un Dray más nuevo (${migrations.join(', ')})`,
    olderSchema: (migrations) => `migraciones pendientes: ${migrations.length} (${migrations.join(', ')})`,
    schemaOfNewer: (version) => `de Dray ${version}, con el que esta versión puede funcionar`,
    noRights: 'el rol del servicio aún no tiene permisos sobre él',
    schemaFine: 'al día',
    clockAhead: (seconds) => `la base de datos va ${seconds} s adelantada`,
    clockBehind: (seconds) => `la base de datos va ${seconds} s atrasada`,
    noServerYet: 'todavía no ha arrancado ningún servidor',
    noNodeRuns: 'ahora no funciona ningún nodo; estos ajustes coinciden con lo registrado',
    noTasks: 'ningún nodo hace las tareas en segundo plano: no se envía ningún SMS ni se mueve dinero',
    nodesAgree: (count) =>
      count === 1
        ? '1 nodo en marcha, con esta misma configuración'
        : `${count} nodos en marcha, con esta misma configuración`,
    nodeDiffers: (role, host, setting, value) =>
      `un nodo (${role} en ${host}) sigue con ${setting} ${value || 'sin definir'}`,
    settingDiffers: (name, here, recorded) => differs(name, here, recorded),
    wouldEndKeys: (name, here, recorded, keys) =>
      `${differs(name, here, recorded)} Ningún servidor arranca así, porque dejarían de valer todas las claves (${keys} en uso)`,
    noSecretKeyYet: (file) => `aún no hay; el primer arranque crea ${file}`,
    secretKeyUnrecorded: (from) => `de ${from}; el primer arranque registra su huella`,
    secretKeyFits: (from, fingerprint) => `de ${from}, es la de la instalación (${fingerprint})`,
    secretKeyAbsent: (file) =>
      `La clave secreta de esta instalación no está aquí: SECRET_KEY está sin definir y no existe ${file}.`,
    secretKeyOther: (from, fingerprint, recorded) =>
      `La clave secreta de ${from} (huella ${fingerprint}) no es la que usa esta instalación (${recorded}).`,
    secretKeyOpen: (file) => `cualquier usuario puede leer ${file}`,
    auditUnprotected:
      'el servicio se conecta con un rol que podría cambiar o vaciar el registro de auditoría',
    auditFine: (links, heads) =>
      `los últimos ${links} sucesos y ${heads} cabezas anotadas concuerdan con su cadena`,
    auditChanged: (id, at) => `se cambió el suceso ${id}, o la cadena en ${at}`,
    auditEventCut: (id, at) => `falta el suceso ${id} (lugar ${at} de la cadena)`,
    auditLinkCut: (id, at) => `faltan eslabones de la cadena antes del suceso ${id} (lugar ${at})`,
    auditUnlinked: (id) => `el suceso ${id} se escribió al margen de la cadena`,
    auditEndCut: (at) => `el registro llegaba al lugar ${at} o más allá, y ahora acaba antes`,
    auditOtherChain: (at) => `el lugar ${at} tiene otra huella que la anotada`,
    auditFutureRestore: (at) =>
      `la restauración del lugar ${at} tiene un instante que aún no ha llegado: es falsa, o un reloj iba mal`,
    auditRestored: (id, at, heads) =>
      `la restauración de ${at} (suceso ${id}) cortó la cadena: anotaciones anteriores que no cuentan: ${heads}`,
    foundMadrid: (precision) => `encuentra Madrid (${geocoded[precision] ?? precision})`,
    madridElsewhere: 'sitúa Madrid en otro lugar',
    madridUnknown: (outcome) => `no conoce Madrid (${geocoded[outcome] ?? outcome})`,
    finerThanTowns: 'más fina que el municipio',
    townsOnly: (country) =>
      `solo municipios; antes de que paguen clientes de verdad, ${finerAddresses(country)}`,
    liveByTowns:
      'hay claves reales y el precio se calcula entre centros de municipios: todo viaje dentro de un municipio cuesta lo mismo',
    noRoad: 'no conoce ninguna carretera de Madrid a Zaragoza',
    routed: (kilometres, minutes) => `de Madrid a Zaragoza, ${kilometres} km y ${minutes} min`,
    refusesCalls: 'no acepta nuestras llamadas',
    testCards: 'no se mueve dinero de verdad: las tarjetas son de prueba',
    noRealMoney: 'no se mueve dinero de verdad',
    realMoney: 'responde; se mueve dinero de verdad',
    noEvents: 'responde y se mueve dinero de verdad, pero no envía aquí sus eventos',
    eventsComplete: (url) => `todos los eventos que Dray necesita llegan a ${url}`,
    endpointMissing: (url) => `no existe el webhook ${url}`,
    endpointDisabled: (url) => `el webhook ${url} está desactivado`,
    endpointLacks: (url, events) => `el webhook ${url} no envía ${events.join(', ')}`,
    endpointsUnreadable: (reason) => `no se pueden leer los webhooks (${reason})`,
    leftBehind: (count) => `pagos abiertos: ${count}, pero no está conectado`,
    otherBytes: 'ha devuelto otros datos',
    notRemoved: 'conserva lo que se ha borrado',
    storageFine: 'guarda, lee y borra',
    folderShared: (nodes) => `los ${nodes} nodos guardan las fotos en esta carpeta`,
    otherFolder: (hosts) => `estos nodos guardan las fotos en otra carpeta: ${hosts}`,
    photosElsewhere: (other) => `guarda, lee y borra, pero aún quedan fotos en ${other}`,
    confined: (width, height) => `ha decodificado ${width} x ${height}; sin red y sin acceso a los datos`,
    seesData: (width, height) =>
      `ha decodificado ${width} x ${height}; sin red, pero con acceso a los datos (este sistema no permite más)`,
    unconfined: (width, height) =>
      `ha decodificado ${width} x ${height}; con red y con acceso a los datos (este sistema no permite más)`,
    mailFine: (from) => `responde y nos deja entrar; los correos salen de ${from}`,
    redisAnswers: (words) => `responde ${words}`,
    textsStay: 'los SMS se quedan aquí: npm run dray -- sms list',
    textsReachNobody: 'los SMS se quedan aquí y no llegan a nadie',
    anyCountry: 'se puede enviar a cualquier país, también a los más caros',
    nameNotRegistered: (name) =>
      `los SMS a España salen con el nombre ${name}, y SMS_SENDERS_REGISTERED no dice que esté en el registro de la CNMC: las redes de España bloquean los nombres que no están`,
    smsFine: (countries) => `configurado para ${countries.join(', ')} (no se envía ningún SMS de prueba)`,
    segments: (count) =>
      `un SMS normal con el enlace de un borrador tiene ${count} segmentos: el proveedor cobra ${count} SMS`,
    accentsCost: (now, plain) =>
      `un SMS normal con una tilde tiene ${now} segmentos, que el proveedor cobra como ${now} SMS; sin tildes tendría ${plain}`,
    noContact: 'falta una dirección de contacto',
    pushesRefused: (services) => `${services} ha rechazado todas las notificaciones del último día`,
    keysSign: (contact) => `las claves firman, con contacto ${contact}`,
    link: (url) => url,
    linkHereOnly: (url) => `${url}, solo en esta máquina`,
    linkOpensNowhere: (url) => `${url} no se abre en ningún móvil`,
    linkNotEncrypted: (url) => `${url} no va cifrado`,
    appsFine: 'los enlaces abren las apps o llevan a las tiendas',
    noApps: 'ninguna configurada: los enlaces abren la página web',
    someAppsMissing: 'los enlaces abren la página web donde no hay app configurada',
    companyUnknown: (names) =>
      `se paga con dinero real y no se dice quién presta el servicio ni con qué condiciones: faltan ${names.join(', ')}`,
    companyUnsaid: (names) => `no se mueve dinero real; antes de que se mueva, configura ${names.join(', ')}`,
    taxWithoutNumber: 'los recibos nombran el IVA, y ningún número fiscal de la empresa',
    companyKnown: 'las páginas y los recibos dicen quién presta el servicio y con qué condiciones',
    metricsByToken: 'se leen con METRICS_TOKEN',
    metricsFromHere:
      'solo se leen desde esta máquina, y a través de un proxy en ella que no indique de quién es la petición',
    metricsInDevelopment: 'abiertas, porque NODE_ENV no es production',
    metricsOpen: 'abiertas a todo el mundo, porque NODE_ENV no es production',
  },
  remedies: {
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
    synchronousStandby:
      'Fija synchronous_standby_names, o synchronous_mode de Patroni, si nunca debe perderse un 201',
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
    connectProcessor: (name) => `Pon PAYMENT_PROCESSOR=${name} hasta que terminen`,
    stripeMode: (mode) =>
      `Stripe responde en modo ${mode === 'live' ? 'real' : 'de prueba'}: revisa STRIPE_API_URL`,
    stripeKeyUnknown:
      'Stripe no conoce STRIPE_SECRET_KEY: cópiala de su panel, en Desarrolladores, Claves de API',
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
    installAgain:
      'Vuelve a instalar los paquetes con `npm ci`, también los opcionales, en esta misma máquina',
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
  },
}

const differs = (name: string, here: string, recorded: string): string =>
  `${name} es ${here || 'sin definir'} aquí, pero esta instalación usa ${recorded || 'sin definir'}.`

const finerAddresses = (country: string): string =>
  `ejecuta: npm run dray -- geo setup ${country} (códigos postales), o pon GEOCODER=photon,embedded (calles)`

/** How precisely Madrid was located, or the error. */
const geocoded: Record<string, string> = {
  house: 'número exacto',
  street: 'calle',
  postcode: 'código postal',
  locality: 'localidad',
  not_found: 'sin resultados',
  ambiguous: 'más de un lugar',
  conflict: 'partes que se contradicen',
}
