import type { Texts } from '../en/index.ts'

/** Qué significa cada variable de la configuración, para el panel. Con Markdown para código y enlaces. */
export const settings: Texts['settings'] = {
  groups: {
    network: 'Red',
    data: 'Datos y secretos',
    jobs: 'Encargos y precios',
    texts: 'SMS y notificaciones push',
    app: 'App y enlaces',
    company: 'La empresa que hay detrás',
    operation: 'Funcionamiento',
    providers: 'Proveedores',
    caps: 'Máximos de SMS y de consultas',
    retention: 'Conservación de datos',
  },
  providerGroup: (variable, name) => `Con \`${variable}=${name}\``,
  range: {
    atLeast: (least) => `${least} como mínimo`,
    between: (least, most) => `de ${least} a ${most}`,
  },
  fallbacks: {
    BASE_URL: 'según `HOST` y `PORT`',
    SECRET_KEY: '`DATA_DIR`/secret.key',
    PUSH_CONTACT: '`BASE_URL` si es https',
    APP_LINK_HOST: 'el dominio de `BASE_URL`',
    LEGAL_IMPRINT: 'una página con el nombre, el número fiscal, la dirección y el contacto',
    HELP_PAGE: 'una página que dice a quién preguntar',
    WORK_PORT: '8081',
    DRAY_SETTINGS: '`DATA_DIR`/settings.env',
    DRAY_ACTOR: 'el usuario del sistema',
    NOMINATIM_COUNTRY_CODES: 'todos los países que conoce el geocodificador incluido',
    PHOTON_COUNTRY_CODES: 'todos los países que conoce el geocodificador incluido',
    PHOTO_DIR: '`DATA_DIR`/photos',
    PHOTO_PUBLIC_URL: '`BASE_URL`/photos',
    S3_ADDRESSING: '`path` con `S3_ENDPOINT`; si no, `virtual`',
    S3_ENDPOINT: 'AWS',
    S3_ACCESS_KEY_ID: 'el rol de la máquina',
  },
  descriptions: {
    PORT: 'Puerto en el que se atiende HTTP; con `0`, cualquiera libre, que se muestra al arrancar',
    HOST: 'Interfaz en la que se atiende HTTP',
    BASE_URL: 'Dirección vista desde fuera; sin ruta ni barra final',
    NODES: 'Cuántos nodos atienden HTTP; solo importa con `REDIS_URL`, cuando no se puede preguntar a Redis',
    RATE_LIMIT_PER_MINUTE: 'Llamadas por 60 s de las claves nuevas, y de una dirección sin una clave válida',
    CONNECTIONS_PER_ADDRESS:
      'Conexiones abiertas de una dirección; las que pasan de ahí reciben 503, y muchas más se cortan; 0 para no limitar. Los proxies de confianza (`TRUST_PROXY`) no cuentan: que el proxy limite a sus clientes',
    TRUST_PROXY: 'Número de proxies delante, o sus direcciones (`10.0.0.1` o `10.0.0.0/8`)',
    DATA_DIR: 'El PostgreSQL incluido y las fotos; no se puede fijar en un archivo que esté dentro',
    DATABASE_URL: 'Un PostgreSQL tuyo, en lugar del incluido',
    DATABASE_OWNER_URL:
      'La misma base de datos con el rol dueño de sus tablas, para migraciones, copias y restauraciones; `DATABASE_URL` es entonces un rol que no puede cambiar el registro de auditoría',
    DATABASE_DIRECT_URL:
      'La misma base de datos sin el agrupador de conexiones, para migraciones, copias, avisos en directo y comprobaciones de minutos; solo si `DATABASE_URL` es un agrupador',
    DB_CONNECTIONS: 'Conexiones a PostgreSQL que puede abrir un proceso, al menos 6',
    DB_PREPARED:
      '`off`: las sentencias se envían sin nombre, para un agrupador que no guarda sentencias preparadas',
    MIGRATE: '`off`: un arranque no migra la base de datos; antes hay que ejecutar `dray migrate`',
    REDIS_URL: 'Redis con el contador del límite de llamadas, para varios nodos',
    SECRET_KEY:
      '32 bytes aleatorios en base64 o hexadecimal; los mismos en todas las máquinas. Consulta [La clave secreta](#the-secret-key)',
    DRAFT_LIFETIME_SECONDS: 'Cuánto espera un borrador a su cliente',
    MAX_DISTANCE_KM: 'El viaje más largo',
    CARRIER_OPEN_JOBS:
      'Cuántos encargos puede tener un transportista aceptados y sin entregar; cada uno le muestra una dirección y un teléfono',
    CARRIER_DOCUMENTS:
      'Documentos que necesita un transportista para ser aprobado, como `licence,insurance`: `licence`, `insurance`, `other`',
    CARRIER_PROFILE:
      'Si se pide a los transportistas nuevos una foto de la cara y la matrícula, que ven los clientes de sus encargos: `off`, `asked` (se pide) o `required`, con la que un transportista aprobado desde entonces no acepta encargos sin las dos. Consulta [Quién viene](#who-comes)',
    COLLECTION_DEADLINE_HOURS:
      'Cuánto tiempo tiene un transportista para recoger desde que acepta, salvo que los dos acuerden una hora, que la sustituye; después el cliente puede cancelar gratis y al transportista le cuenta como falta. Un encargo conserva las horas con las que se creó',
    WASTED_TRIP_FEES:
      'Lo que le cuesta al cliente, en céntimos por tamaño como `S=1000,M=1500,L=2500,XL=4000`, si el transportista fue y no pudo recogerlo por su causa: no estaba, no era como decía, dirección equivocada; `off` para nada. Se muestra antes de pagar; un encargo conserva el importe con el que se creó',
    DELIVERY_DOUBT_HOURS:
      'Cuánto espera el cobro a que el cliente confirme una entrega que llegó antes de lo que dura el viaje',
    PROOF_COLLECTION:
      'Si se pide al transportista una foto al recoger: `off`, `asked` (se pide) o `required` (sin foto no se puede marcar como recogido). Vale para los encargos que se acepten desde entonces. Consulta [Pruebas](#proof)',
    PROOF_DELIVERY: 'Lo mismo al entregar',
    DELIVERY_CODE:
      '`on`: el cliente tiene un código de cuatro cifras, que el transportista escribe al entregar. Vale para los encargos que se acepten desde entonces',
    PHOTO_SOURCES_ALLOWED:
      'Pares `host:puerto` de los que pueden venir fotos aunque sean privados; para pruebas',
    PHOTO_PUBLIC_URL:
      'De dónde bajan las fotos los clientes, si no es de Dray: una CDN delante, sin barra final',
    SMS_COUNTRIES:
      'Países a los que se pueden enviar SMS, como `ES,PT`. Los números de tarificación adicional, de coste compartido, gratuitos, personales, de busca y por satélite, solo si se nombran también sus primeras cifras, como `+881`',
    SMS_SENDERS:
      'Remitente de los SMS según el país de quien los recibe, como `ES=Dray,PT=+351912345678`; los demás países reciben el remitente del proveedor. Consulta [SMS con más de un proveedor](#texts-by-more-than-one-provider)',
    SMS_SENDERS_REGISTERED:
      'Nombres de remitente, separados por comas, que están en el registro de la CNMC, con las mismas mayúsculas y minúsculas. Mientras un nombre no esté aquí, `doctor` avisa',
    SMS_PLAIN_LETTERS:
      'Idiomas (`en`, `es`, `pt`, `fr`, `it`, `de`, `ca`) cuyos SMS pierden las tildes que el alfabeto GSM no tiene, como á, si así se ahorra un segmento; `off` para ninguno. Consulta [Lo que cuesta un SMS](#what-a-text-costs)',
    PUSH_CONTACT:
      'Dirección `mailto:` o https en la que un servicio de notificaciones push puede localizarte',
    PUSH_ENDPOINTS_ALLOWED:
      'Pares `host:puerto` a los que pueden ir notificaciones push aunque sean privados; para pruebas',
    MAIL_URL:
      'El servidor de correo: `smtps://usuario:contraseña@host`, o `smtp://…` con STARTTLS; sin él no se envían correos y la app no los menciona',
    MAIL_FROM:
      'La dirección desde la que salen los correos, como `hola@example.com`; obligatoria con `MAIL_URL`',
    SERVICE_NAME: 'Prefijo de las claves: de 2 a 20 letras minúsculas y cifras',
    APP_LINK_HOST: 'Dominio del enlace del SMS',
    APP_SCHEME: 'Esquema del enlace que abre la app',
    APPLE_APP_IDS: 'Para el archivo `.well-known` con el que el enlace abre la app en iOS',
    ANDROID_PACKAGE: 'Para el archivo `.well-known` con el que el enlace abre la app en Android',
    ANDROID_CERT_SHA256: 'Huellas de los certificados de esa app',
    APP_STORE_URL: 'Botón de la tienda de Apple en la página del enlace',
    PLAY_STORE_URL: 'Botón de la tienda de Google en la página del enlace',
    LEGAL_NAME: 'Razón social de la empresa que presta el servicio; aparece en las páginas y los recibos',
    LEGAL_TAX_NUMBER: 'Su número fiscal, como `ESB12345678`',
    LEGAL_ADDRESS: 'Su dirección postal, en una línea',
    SUPPORT_CONTACT:
      'Correo electrónico, teléfono con prefijo de país o dirección https donde se recibe ayuda; la enlazan la app, la guía y el documento OpenAPI',
    LEGAL_TERMS:
      'Las condiciones: una dirección https o un archivo Markdown (.md); consulta [La empresa que hay detrás](#the-company-behind-it)',
    LEGAL_TERMS_VERSION:
      'Nombre de las condiciones vigentes, como `2026-12-01`; si cambia, se pide a todos que las acepten de nuevo',
    LEGAL_PRIVACY: 'El aviso de privacidad, de la misma manera',
    LEGAL_IMPRINT: 'El aviso legal, de la misma manera',
    HELP_PAGE: 'La ayuda para clientes y transportistas, de la misma manera',
    VAT_SCHEME:
      'Si los precios incluyen el IVA: `none` (los recibos no nombran ningún impuesto) o `included`; consulta [Recibos](#receipts)',
    VAT_BASIS_POINTS: 'Su tipo, necesario con `included`: `2100` es el 21 %',
    INVOICE_SELLS:
      'Lo que la empresa vende en los recibos: `everything` (todo) o solo su `fee` (tarifa), si los transportistas venden sus propias entregas',
    INVOICE_TIME_ZONE:
      'Zona horaria de los recibos y liquidaciones: la de sus horas, la del año de sus números y la de los meses de los transportistas',
    SIMPLIFIED_INVOICE_MAX_CENTS:
      'Hasta este total, un recibo con impuesto se llama factura simplificada: `40000` son 400 euros, como en España; sin él, todos son recibos; consulta [Recibos](#receipts)',
    CARRIER_VAT_BASIS_POINTS:
      'Tipo del impuesto que contienen los ingresos de los transportistas que son empresas, con `INVOICE_SELLS=everything`: `2100` es el 21 %; sin él, sus facturas no mencionan impuesto',
    MAP_STYLE_URL: 'Estilo de un mapa de calles para la app; consulta [Direcciones](#addresses)',
    NODE_ENV:
      '`production`: ningún SMS en la consola, y una parada que da tiempo a que la vea un balanceador',
    LOG_LEVEL: 'Las líneas menos importantes que se registran',
    ALERT_MAIL:
      'Direcciones del personal de guardia, al que se avisa por correo cuando una entrada de *Hoy* empieza a costar algo; necesita `MAIL_URL`',
    ALERT_WEBHOOK_URL:
      'Adónde se envía lo mismo, firmado según Standard Webhooks: los tipos y su número, y nada más',
    ALERT_WEBHOOK_SECRET: 'Firma esas llamadas; al menos 16 caracteres, o `whsec_` y una clave en base64',
    ALERT_WEBHOOK_ALLOWED:
      'Pares `host:puerto` en los que puede estar el webhook aunque sean privados o sin https',
    METRICS_TOKEN:
      'Necesario en `/metrics` como token «bearer»; 16 caracteres como mínimo. Sin él, y con `NODE_ENV=production`, solo esta máquina puede leer `/metrics`',
    WORK_PORT:
      'Puerto en el que `work` responde sobre su estado y sus métricas; `0` es cualquiera libre, `off` ninguno. Si no se fija, un segundo proceso en la misma máquina toma uno libre y lo muestra',
    WORK_HOST: 'Interfaz en la que escucha `work`',
    GEONAMES_URL:
      'Dónde encuentra `geo setup` los archivos de códigos postales, o una copia de ellos; sin barra final',
    DRAY_SETTINGS: 'Un archivo de configuración, consulta [Un archivo para todo](#one-file-for-all)',
    DRAY_ACTOR: 'Nombre con el que se anotan las órdenes en el registro de auditoría',
    DRAY_TEST_KEY: 'Clave de prueba con la que `dray sandbox` llama al entorno de pruebas',
    GEOCODER: 'Una cadena, como `photon,embedded`; consulta [Direcciones](#addresses)',
    ROUTER: 'Una cadena, como `valhalla,embedded`',
    SMS_PROVIDER:
      '`outbox` (en esta máquina), o una lista de `twilio`, `sinch` y `smpp`: cuando uno rechaza un SMS, se prueba con el siguiente',
    CALL_PROVIDER:
      '`none`: cliente y transportista ven el número del otro; `sandbox`: números que no suenan en ninguna parte. Otros se escriben según la [receta](recipes/call-provider.md)',
    PAYMENT_PROCESSOR: '`sandbox` o `stripe`; `sandbox` es dinero de mentira',
    PHOTO_STORAGE: '`disk` (una carpeta) o `s3` (un bucket privado); ver [Photos on S3](#photos-on-s3)',
    SMS_DAILY_CAP_PER_NUMBER:
      'SMS de borradores a un número en las últimas 24 horas; por encima, el borrador se crea y no se envía. Cuenta una vez cada SMS entregado al proveedor, también si su borrador ya no existe; exacto entre todos los nodos. No vale para `outbox`',
    SMS_DAILY_CAP_PER_KEY: 'Lo mismo, para los borradores de una clave',
    SMS_NOTICES:
      'Si se envía por SMS lo que afecta al dinero o al tiempo de quien no tiene un dispositivo con notificaciones push; con `off`, la app no promete ningún SMS',
    NOTICES_OFF:
      'Avisos que no se envían por una vía, como `job_collected:push,job_posted:mail`; los tipos y las vías están en la tabla del manual',
    SMS_NOTICES_PER_PERSON_PER_DAY:
      'SMS de ese tipo a una persona en 24 horas; los demás aparecen como `failed` con `cap` en `sms list`. Los que tratan de dinero se cuentan aparte, así que como mucho son el doble',
    SMS_NOTICES_PER_PERSON_PER_JOB:
      'SMS de ese tipo a una persona sobre un encargo, contados de la misma forma',
    CODES_PER_HOUR: 'Códigos de acceso que se envían por hora, en total',
    CODES_PER_HOUR_PER_COUNTRY: 'Lo mismo, a un país',
    CODES_PER_HOUR_PER_NEIGHBOURHOOD: 'Lo mismo, a cien números vecinos',
    CODES_PER_HOUR_PER_ADDRESS: 'Lo mismo, pedidos desde una dirección (en IPv6, un /64)',
    CODES_STOP_FROM:
      'Códigos enviados a un país en la última hora a partir de los cuales se mira cuántos se usan; 0 para no mirarlo nunca',
    CODES_STOP_BELOW_PERCENT:
      'Si se ha usado un porcentaje menor de esos códigos, el país deja de recibirlos un tiempo',
    CODES_STOP_MINUTES: 'Cuánto tiempo pasa ese país sin recibir códigos',
    PRICES_PER_HOUR:
      'Precios que se piden en la app antes de iniciar sesión, por hora, en total; tras iniciar sesión, diez veces más entre todos',
    PRICES_PER_HOUR_PER_ADDRESS:
      'Lo mismo, desde una dirección de red (en IPv6, un /64, y cinco veces más desde un /48), o por una persona que ha iniciado sesión',
    SUGGESTIONS_PER_HOUR:
      'Sugerencias de direcciones en la app antes de iniciar sesión, por hora, en total; tras iniciar sesión, diez veces más entre todos',
    SUGGESTIONS_PER_HOUR_PER_ADDRESS:
      'Lo mismo, desde una dirección de red (y cinco veces más desde un /48 de IPv6), o por una persona que ha iniciado sesión',
    RETENTION_JOB_DAYS:
      'Días tras los que se borran los datos personales de un encargo terminado; consulta [Datos personales](#personal-data)',
    RETENTION_PHOTO_DAYS: 'Lo mismo, para sus fotos',
    RETENTION_SMS_DAYS: 'Lo mismo, para los SMS',
    RETENTION_DOCUMENT_DAYS:
      'Días tras los que se borra la imagen de un documento de un transportista, una vez rechazado, sustituido o caducado',
    RETENTION_INVOICE_DAYS:
      'Días tras los que se borra a la persona de un recibo o un abono. La ley de tu país dice cuánto hay que conservarlos: seis años por defecto',
    REQUEST_LOG_DAYS:
      'Días durante los que se conserva cada llamada de una empresa: ruta, estado y duración, sin contenido. Los recuentos de los gráficos se conservan 65 días',
    GEOCODER_HOME_COUNTRY:
      'Dónde se busca primero una dirección que no nombra un país: dos letras minúsculas',
    NOMINATIM_URL: 'Dónde responde Nominatim, sin la parte /search',
    NOMINATIM_USER_AGENT: 'Quién pregunta; el servidor público pide un nombre y un contacto',
    NOMINATIM_COUNTRY_CODES:
      'La zona de servicio: códigos ISO separados por comas. Nominatim debe conocer la capital del primero',
    NOMINATIM_TIMEOUT_MS: 'Cuánto puede tardar una búsqueda, incluido el segundo intento',
    GEOCODER_PUBLIC_OK: '1 permite el Nominatim público: una petición por segundo para todo el servicio',
    PHOTON_URL: 'Dónde responde Photon, sin la parte /api',
    PHOTON_COUNTRY_CODES:
      'La zona de servicio: códigos ISO separados por comas. Photon debe conocer la capital del primero',
    PHOTON_TIMEOUT_MS: 'Cuánto puede tardar una búsqueda, incluido el segundo intento',
    PHOTON_PUBLIC_OK: '1 permite el Photon público: una petición por segundo para todo el servicio',
    CARTOCIUDAD_URL: 'Dónde responde CartoCiudad, sin la parte /candidates; el servicio público de España',
    CARTOCIUDAD_TIMEOUT_MS:
      'Cuánto puede tardar una búsqueda: una o dos preguntas, cada una con un segundo intento',
    ROUTE_DETOUR_BASE: 'Kilómetros por carretera por cada kilómetro en línea recta, en un viaje largo',
    ROUTE_DETOUR_EXTRA: 'Lo que se le suma en un viaje corto, donde las calles dan más vueltas',
    ROUTE_DETOUR_SCALE_KM: 'La distancia en la que esa suma baja a un tercio',
    OSRM_URL: 'Dónde responde OSRM, sin la parte /route/v1',
    OSRM_PROFILE: 'El perfil con el que se prepararon sus datos',
    OSRM_TIMEOUT_MS: 'Cuánto puede tardar un intento; hay dos',
    SINCH_SERVICE_PLAN_ID: 'El plan de servicio',
    SINCH_API_TOKEN: 'Su token de la API',
    SINCH_FROM:
      'Número, número corto o nombre del remitente; necesario si la cuenta no tiene un remitente por defecto',
    SINCH_CALLBACK_USER:
      'Usuario que Sinch envía con los informes de entrega, si tu gestor de cuenta ha activado la autenticación Basic en las notificaciones',
    SINCH_CALLBACK_PASSWORD: 'Su contraseña',
    SINCH_URL:
      'Dirección de la API: la de la región del plan de servicio (`us`, `eu`, `au`, `br`, `ca`), o para pruebas',
    SMPP_HOST: 'Servidor del centro de SMS',
    SMPP_PORT: 'Su puerto',
    SMPP_TLS: 'Si la conexión va cifrada; el certificado debe ser válido para SMPP_HOST',
    SMPP_SYSTEM_ID: 'La cuenta (`system_id`)',
    SMPP_PASSWORD: 'Su contraseña',
    SMPP_SYSTEM_TYPE: 'Solo si el centro de SMS lo pide (`system_type`)',
    SMPP_FROM: 'Número, número corto o nombre del remitente',
    SMPP_LONG_TEXTS:
      'Cómo se envía un texto que no cabe en un SMS: en partes que el teléfono une (`parts`), o entero, para que lo divida el centro de SMS (`payload`)',
    SMPP_WINDOW: 'Mensajes que pueden esperar respuesta a la vez, en cada proceso',
    VALHALLA_URL: 'Dónde responde Valhalla, sin la parte /route',
    VALHALLA_COSTING: 'El vehículo que conduce: un coche o furgoneta, o un camión con sus límites',
    VALHALLA_TIMEOUT_MS: 'Cuánto puede tardar un intento; hay dos',
    TWILIO_ACCOUNT_SID: 'La cuenta, `AC…`',
    TWILIO_AUTH_TOKEN: 'Su token; también es la clave de las firmas de los informes de entrega',
    TWILIO_FROM: 'Número o nombre del remitente',
    TWILIO_MESSAGING_SERVICE_SID: 'En lugar de TWILIO_FROM: el servicio que elige el remitente',
    TWILIO_URL: 'Otra dirección de la API, para pruebas',
    STRIPE_SECRET_KEY:
      '`sk_live_…` o `sk_test_…`, o una clave restringida `rk_…` que pueda escribir PaymentIntents, Refunds, Customers, PaymentMethods, Checkout Sessions, SetupIntents y, para los pagos a transportistas, Transfers, Accounts y Account Links, y leer Charges, Disputes, Early Fraud Warnings, Balance y, para `doctor`, Webhook Endpoints',
    STRIPE_PUBLISHABLE_KEY:
      '`pk_live_…` o `pk_test_…`, del mismo modo que la clave secreta: los clientes escriben la tarjeta y usan Apple Pay y Google Pay en la aplicación, y sus páginas pueden cargar el script de Stripe. Sin ella, la aplicación abre una página de Stripe',
    STRIPE_WEBHOOK_SECRET:
      'El `whsec_…` del webhook (consulta [Stripe](#stripe)); mientras lo cambias, los dos, separados por una coma. Sin él no existe la dirección del webhook',
    STRIPE_API_URL: 'Para pruebas: https, o http en esta máquina',
    STRIPE_PAYOUTS:
      '`off` si pagas a los transportistas por otros medios: lo que se les debe queda en el libro',
    STRIPE_TIMEOUT_MS: 'Cuánto puede tardar una llamada; si no hay respuesta, se repite con la misma clave',
    PHOTO_DIR: 'Carpeta de las fotos guardadas',
    S3_BUCKET:
      'El bucket privado; con `disk`, también donde se buscan las fotos que aún no se han traído de vuelta',
    S3_ENDPOINT: 'Dirección de un servidor con el protocolo de S3, como Garage, SeaweedFS o Ceph',
    S3_REGION: 'La región del bucket',
    S3_ADDRESSING: 'Si el bucket va en la ruta de la URL o en el nombre del host',
    S3_PREFIX: 'Cómo empieza el nombre de cada objeto, por ejemplo `dray/`, si otros usan el bucket',
    S3_ACCESS_KEY_ID: 'La clave; sin ella se usa la del entorno, la de la máquina o la del contenedor',
    S3_SECRET_ACCESS_KEY: 'Su secreto',
  },
}
