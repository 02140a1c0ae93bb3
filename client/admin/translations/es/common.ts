import { pluralForms } from '../interpolate.ts';

export const common = {
  save: 'Guardar',
  cancel: 'Cancelar',
  delete: 'Eliminar',
  edit: 'Editar',
  close: 'Cerrar',
  copy: 'Copiar',
  copied: 'Copiado',
  undo: 'Deshacer',
  search: 'Buscar',
  loading: 'Cargando…',
  reload: 'Volver a cargar',
  tryAgain: 'Reintentar',
  previous: 'Anterior',
  next: 'Siguiente',
  all: 'Todos',
  pageOf: 'Página {page} de {pages}',
  failed: 'La acción ha fallado',
  /** Errors by the codes of the service (ui/translate-error.ts). */
  refused: {
    unreachable: 'No se puede contactar con el servicio. Inténtelo de nuevo en un momento.',
    foreign: 'Respuesta inesperada: no procede del servicio. Inténtelo de nuevo en un momento.',
    password: 'La contraseña no es correcta.',
    currentPassword: 'La contraseña actual no es correcta.',
    setupKey: 'La clave de instalación no es correcta.',
    tooOften: pluralForms({
      one: 'Demasiados intentos; inténtelo de nuevo en {count} segundo.',
      other: 'Demasiados intentos; inténtelo de nuevo en {count} segundos.',
    }),
    tooOftenForNow: 'Demasiados intentos; inténtelo de nuevo más tarde.',
    changed: 'Esto se ha modificado entretanto; vuelva a cargarlo.',
    tooLarge: 'Es demasiado grande para el servicio.',
    gone: 'Esto ya no existe.',
    broken: 'Se ha producido un error en el servicio; inténtelo de nuevo más tarde.',
    busy: 'El servicio está ocupado; inténtelo de nuevo en un momento.',
  },
};
