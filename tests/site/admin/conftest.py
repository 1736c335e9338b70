from tests.worlds.admin_scene import scene
from tests.worlds.modules import module_world

stored_world, fresh_scene = module_world(scene, "scene")
