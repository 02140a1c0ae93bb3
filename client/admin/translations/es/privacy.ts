import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Lo que se guarda de una persona',
  help: 'Introduzca una dirección de correo o una dirección IP para ver qué guarda este blog sobre ella, y para borrarlo si la persona lo pide.',
  of: 'Dirección de correo o dirección IP',
  noAddress: 'Una dirección de correo como ada@blog.example, o una dirección IP.',
  show: 'Mostrar',
  kept: 'Guardado de {of}:',
  nothing: 'No se guarda nada de {of}.',
  ended:
    'La persona canceló una suscripción o fue borrada. De ello se guarda un hash, para que solo ella pueda volver a suscribirse.',
  comments: 'Comentarios',
  amounts: {
    subscriptions: 'Suscripciones',
    mailings: 'Entradas pendientes de enviar',
    replyAddresses: 'Direcciones para respuestas',
    replyMails: 'Correos sobre respuestas',
    jobs: 'Tareas',
    settings: 'Ajustes que la contienen',
    blocks: 'Bloqueos',
    likes: 'Me gusta',
    views: 'Visitas',
    signIns: 'Inicios de sesión fallidos',
  },
  andMore: pluralForms({ one: 'y {count} comentario más', other: 'y {count} comentarios más' }),
  erase: 'Borrar',
  eraseTitle: '¿Borrar todo esto?',
  eraseHelp: 'Lo que se guarda de {of} se borra para siempre.',
  eraseComments: pluralForms({
    one: 'Se elimina {count} comentario con su texto; si otras personas han respondido, queda un hueco vacío.',
    other: 'Se eliminan {count} comentarios con sus textos; donde otras personas han respondido, queda un hueco vacío.',
  }),
  eraseOthers: 'También se borra: {others}.',
  staysOfEmail:
    'Queda un hash de la dirección, para que nadie más vuelva a suscribirla. Las copias de seguridad y los archivos exportados no cambian.',
  staysOfIp:
    'Los me gusta y las visitas siguen contados. Las copias de seguridad y los archivos exportados no cambian.',
  erased: 'Lo que se guardaba de {of} se ha borrado.',
  deleted: pluralForms({ one: 'Se ha eliminado {count} comentario.', other: 'Se han eliminado {count} comentarios.' }),
  emptied: pluralForms({
    one: '{count} comentario con respuestas de otras personas está ahora vacío.',
    other: '{count} comentarios con respuestas de otras personas están ahora vacíos.',
  }),
};
