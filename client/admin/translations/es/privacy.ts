import { pluralForms } from '../interpolate.ts';

export const privacy = {
  title: 'Datos personales',
  help: 'Introduzca una dirección de correo o una dirección IP para ver qué guarda este blog sobre ella. Después podrá borrar los datos si la persona se lo pide.',
  of: 'Dirección de correo o dirección IP',
  noAddress: 'Introduzca una dirección de correo, por ejemplo ada@blog.example, o una dirección IP.',
  show: 'Mostrar',
  kept: 'Datos sobre {of}:',
  nothing: 'No se guarda nada sobre {of}.',
  ended:
    'Esta persona canceló su suscripción o sus datos se borraron. Se guarda un hash de la dirección, para que solo ella pueda volver a suscribirse.',
  erasedBefore:
    'Esta dirección se borró. Se guarda un hash durante 180 días, para que ningún formulario le envíe correos.',
  comments: 'Comentarios',
  amounts: {
    subscriptions: 'Suscripciones',
    mailings: 'Entradas aún no enviadas',
    replyAddresses: 'Direcciones para avisos de respuestas',
    replyMails: 'Avisos de respuestas',
    confirmations: 'Solicitudes de confirmación de la dirección',
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
  eraseHelp: 'Todos los datos sobre {of} se borrarán definitivamente.',
  eraseComments: pluralForms({
    one: 'Se eliminará {count} comentario con su texto. Si otras personas le han respondido, queda un comentario vacío.',
    other:
      'Se eliminarán {count} comentarios con su texto. Donde otras personas han respondido, queda un comentario vacío.',
  }),
  eraseOthers: 'También se borrará: {others}.',
  staysOfEmail:
    'Queda un hash de la dirección durante 180 días, para que ningún formulario le envíe correos. Las copias de seguridad y los archivos exportados no cambian.',
  staysOfIp: 'El número de me gusta y de visitas no cambia. Las copias de seguridad y los archivos exportados tampoco.',
  erased: 'Se han borrado todos los datos sobre {of}.',
  deleted: pluralForms({ one: 'Se ha eliminado {count} comentario.', other: 'Se han eliminado {count} comentarios.' }),
  emptied: pluralForms({
    one: '{count} comentario con respuestas de otras personas está ahora vacío.',
    other: '{count} comentarios con respuestas de otras personas están ahora vacíos.',
  }),
};
